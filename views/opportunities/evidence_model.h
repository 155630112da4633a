#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/finding/opportunity.h"

namespace warpwright::views {

/// The steps of the reasoning of one finding: line, and what happens there; where all of them are accesses of the
/// source, how the element is used, and with which index and condition.
class EvidenceModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { lineColumn, textColumn, whereColumn };
  using QAbstractTableModel::QAbstractTableModel;

  void setEvidence(std::vector<Evidence> evidence, std::string file, bool asSentences = false);
  /// Are all steps accesses? Then the text is a word, and there is a column more.
  bool isTable() const { return isTable_; }
  const Evidence& at(int row) const { return evidence_[static_cast<size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<Evidence> evidence_;
  bool isTable_ = false;
  std::string file_;  ///< lines of other files are shown with their file
};

}  // namespace warpwright::views
