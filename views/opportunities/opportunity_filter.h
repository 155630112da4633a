#pragma once

#include <QSortFilterProxyModel>
#include <array>
#include <optional>
#include <set>

#include "core/finding/opportunity.h"
#include "views/shared/findings.h"

namespace warpwright::views {

/// Which verdicts are shown, and the words that must occur. A kernel stays while one of its findings does.
class OpportunityFilter final : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit OpportunityFilter(QObject* parent = nullptr);

  void setShown(VerdictKind verdict, bool shown);
  bool isShown(VerdictKind verdict) const { return shown_[static_cast<size_t>(verdict)]; }
  void setWords(const QString& words);
  /// Kernels of these files only, by path; empty: of all. A file that is read through another one has its findings
  /// under either name.
  void setFiles(std::optional<std::set<QString>> files);
  /// Rows of each verdict in these files, shown or not, and how many kernels have one.
  FindingCounts countsInScope() const;
  int kernelsInScope() const;

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  std::array<bool, 3> shown_{true, true, true};
  bool isInScope(const QModelIndex& index) const;
  std::optional<std::set<QString>> files_;
  QStringList words_;
};

}  // namespace warpwright::views
