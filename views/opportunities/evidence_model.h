#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/opportunity/opportunity.h"

namespace warpwright::views {

/// The steps of the reasoning of one finding: line, and what happens there.
class EvidenceModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { lineColumn, textColumn, columns };
  using QAbstractTableModel::QAbstractTableModel;

  void setEvidence(std::vector<Evidence> evidence, std::string file);
  const Evidence& at(int row) const { return evidence_[static_cast<size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<Evidence> evidence_;
  std::string file_;  ///< lines of other files are shown with their file
};

}  // namespace warpwright::views
