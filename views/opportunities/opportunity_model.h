#pragma once

#include <QAbstractItemModel>
#include <string>
#include <vector>

#include "core/opportunity/opportunity.h"
#include "views/shared/selection.h"

namespace warpwright::views {

class Findings;

/// The findings as a tree: kernels, and below each its opportunities. A thin reading of core values.
class OpportunityModel final : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { titleColumn, lineColumn, estimateColumn, columns };
  enum Role {
    verdictRole = Qt::UserRole,  ///< int, VerdictKind; on opportunities only
    isKernelRole,                ///< bool
    detailRole,                  ///< QString: the file of a kernel
    sortRole,                    ///< what a column is sorted by
    searchRole,                  ///< title, pass, subject, kernel and file, for the filter
    countRole,                   ///< int: findings of a kernel
  };

  explicit OpportunityModel(const Findings& findings, QObject* parent = nullptr);

  QModelIndex indexOf(const FindingKey& key) const;
  FindingKey keyAt(const QModelIndex& index) const;
  std::string kernelAt(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Item {
    FindingKey key;
    Opportunity opportunity;
  };
  struct Kernel {
    std::string name, file;
    std::vector<Item> items;
    bool operator==(const Kernel& other) const;
  };
  std::vector<Kernel> read() const;
  void rebuild();
  void refreshLines();
  QVariant kernelData(const Kernel& kernel, int column, int role) const;
  QVariant itemData(const Kernel& kernel, const Item& item, int column, int role) const;

  const Findings& findings_;
  std::vector<Kernel> kernels_;
};

}  // namespace warpwright::views
