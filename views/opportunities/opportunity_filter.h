#pragma once

#include <QSortFilterProxyModel>
#include <array>

#include "core/finding/opportunity.h"

namespace warpwright::views {

/// Which verdicts are shown, and the words that must occur. A kernel stays while one of its findings does.
class OpportunityFilter final : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit OpportunityFilter(QObject* parent = nullptr);

  void setShown(VerdictKind verdict, bool shown);
  bool isShown(VerdictKind verdict) const { return shown_[static_cast<size_t>(verdict)]; }
  void setWords(const QString& words);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  std::array<bool, 3> shown_{true, true, true};
  QStringList words_;
};

}  // namespace warpwright::views
