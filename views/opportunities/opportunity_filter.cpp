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

void OpportunityFilter::setFiles(std::optional<std::set<QString>> files) {
  if (files == files_) return;
  files_ = std::move(files);
  invalidateFilter();
}

bool OpportunityFilter::isInScope(const QModelIndex& index) const {
  return !files_ || files_->contains(index.data(OpportunityModel::fileRole).toString()) ||
         files_->contains(index.data(OpportunityModel::unitRole).toString());
}

FindingCounts OpportunityFilter::countsInScope() const {
  FindingCounts counts;
  for (int kernel = 0; kernel < sourceModel()->rowCount(); ++kernel) {
    const QModelIndex parent = sourceModel()->index(kernel, 0);
    if (!isInScope(parent)) continue;
    for (int row = 0; row < sourceModel()->rowCount(parent); ++row) {
      const QVariant verdict = sourceModel()->index(row, 0, parent).data(OpportunityModel::verdictRole);
      counts.add(static_cast<VerdictKind>(verdict.toInt()));
    }
  }
  return counts;
}

int OpportunityFilter::kernelsInScope() const {
  int kernels = 0;
  for (int kernel = 0; kernel < sourceModel()->rowCount(); ++kernel)
    kernels += isInScope(sourceModel()->index(kernel, 0)) ? 1 : 0;
  return kernels;
}

bool OpportunityFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex index = sourceModel()->index(row, 0, parent);
  if (index.data(OpportunityModel::isKernelRole).toBool()) return false;  // kept by the findings below it
  if (index.data(OpportunityModel::isAlternativeRole).toBool()) return filterAcceptsRow(parent.row(), parent.parent());
  if (!isInScope(index)) return false;
  if (!shown_[index.data(OpportunityModel::verdictRole).toUInt()]) return false;
  if (words_.isEmpty()) return true;
  const QString text = index.data(OpportunityModel::searchRole).toString();
  for (const QString& word : words_) {
    if (!text.contains(word, Qt::CaseInsensitive)) return false;
  }
  return true;
}

bool OpportunityFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  // Kernels come in the order of what their best finding is expected to gain; else in that of their files.
  if (left.data(OpportunityModel::isKernelRole).toBool()) {
    const double a = left.data(OpportunityModel::sortRole).toDouble();
    const double b = right.data(OpportunityModel::sortRole).toDouble();
    if (a != b) return a < b;
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
