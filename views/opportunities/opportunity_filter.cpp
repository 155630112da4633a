#include "views/opportunities/opportunity_filter.h"

#include "views/opportunities/opportunity_model.h"

namespace warpwright::views {

OpportunityFilter::OpportunityFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  setSortRole(OpportunityModel::sortRole);
  setRecursiveFilteringEnabled(true);
  setDynamicSortFilter(true);
}

void OpportunityFilter::setShown(VerdictKind verdict, bool shown) {
  shown_[static_cast<size_t>(verdict)] = shown;
  invalidateFilter();
}

void OpportunityFilter::setWords(const QString& words) {
  words_ = words.split(' ', Qt::SkipEmptyParts);
  invalidateFilter();
}

bool OpportunityFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex index = sourceModel()->index(row, 0, parent);
  if (index.data(OpportunityModel::isKernelRole).toBool()) return false;  // kept by the findings below it
  if (index.data(OpportunityModel::isAlternativeRole).toBool()) return filterAcceptsRow(parent.row(), parent.parent());
  if (!shown_[index.data(OpportunityModel::verdictRole).toUInt()]) return false;
  const QString text = index.data(OpportunityModel::searchRole).toString();
  for (const QString& word : words_) {
    if (!text.contains(word, Qt::CaseInsensitive)) return false;
  }
  return true;
}

bool OpportunityFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  // Kernels keep the order of their files, whatever way the findings below them are sorted.
  if (left.data(OpportunityModel::isKernelRole).toBool()) {
    const bool less = left.row() < right.row();
    return sortOrder() == Qt::AscendingOrder ? less : !less && left.row() != right.row();
  }
  const QVariant a = left.data(OpportunityModel::sortRole), b = right.data(OpportunityModel::sortRole);
  const QPartialOrdering order = QVariant::compare(a, b);
  if (order != QPartialOrdering::Equivalent) return order == QPartialOrdering::Less;
  const uint lineA = left.siblingAtColumn(OpportunityModel::lineColumn).data(OpportunityModel::sortRole).toUInt();
  const uint lineB = right.siblingAtColumn(OpportunityModel::lineColumn).data(OpportunityModel::sortRole).toUInt();
  return sortOrder() == Qt::AscendingOrder ? lineA < lineB : lineA > lineB;
}

}  // namespace warpwright::views
