#include "views/opportunities/opportunity_model.h"

#include <QFont>
#include <filesystem>

#include "core/report/words.h"
#include "views/editor/notes.h"
#include "views/shared/code_text.h"
#include "views/shared/findings.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

// The index of a kernel carries 0, that of an opportunity the number of its kernel plus one.
constexpr quintptr kernelLevel = 0;

}  // namespace

OpportunityModel::OpportunityModel(const Findings& findings, QObject* parent)
    : QAbstractItemModel(parent), findings_(findings), kernels_(read()) {
  connect(&findings, &Findings::changed, this, &OpportunityModel::rebuild);
  connect(&findings, &Findings::touched, this, &OpportunityModel::refreshLines);
}

bool OpportunityModel::Kernel::operator==(const Kernel& other) const {
  if (name != other.name || file != other.file || items.size() != other.items.size()) return false;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].key != other.items[i].key) return false;
  }
  return true;
}

std::vector<OpportunityModel::Kernel> OpportunityModel::read() const {
  std::vector<Kernel> kernels;
  for (const auto& [unit, summary] : findings_.kernels()) {
    if (summary->opportunities.empty()) continue;
    Kernel kernel{summary->name, summary->definition.begin.file.empty() ? unit : summary->definition.begin.file, {}};
    for (const Opportunity& opportunity : summary->opportunities) {
      kernel.items.push_back({FindingKey{unit, opportunity.id}, opportunity});
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

void OpportunityModel::rebuild() {
  std::vector<Kernel> now = read();
  if (now == kernels_) {
    // The same rows: their place, selection and expansion stay.
    kernels_ = std::move(now);
    for (size_t i = 0; i < kernels_.size(); ++i) {
      const QModelIndex parent = index(static_cast<int>(i), 0);
      emit dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, columns - 1, parent));
    }
    return;
  }
  beginResetModel();
  kernels_ = std::move(now);
  endResetModel();
}

void OpportunityModel::refreshLines() {
  for (size_t i = 0; i < kernels_.size(); ++i) {
    for (Item& item : kernels_[i].items) {
      if (const Opportunity* opportunity = findings_.find(item.key)) item.opportunity.range = opportunity->range;
    }
    const QModelIndex parent = index(static_cast<int>(i), 0);
    emit dataChanged(index(0, lineColumn, parent), index(rowCount(parent) - 1, lineColumn, parent), {Qt::DisplayRole});
  }
}

QModelIndex OpportunityModel::indexOf(const FindingKey& key) const {
  for (size_t kernel = 0; kernel < kernels_.size(); ++kernel) {
    const std::vector<Item>& items = kernels_[kernel].items;
    for (size_t row = 0; row < items.size(); ++row) {
      if (items[row].key == key) return index(static_cast<int>(row), 0, index(static_cast<int>(kernel), 0));
    }
  }
  return {};
}

FindingKey OpportunityModel::keyAt(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kernelLevel) return {};
  return kernels_[index.internalId() - 1].items[static_cast<size_t>(index.row())].key;
}

std::string OpportunityModel::kernelAt(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const size_t kernel = index.internalId() == kernelLevel ? static_cast<size_t>(index.row()) : index.internalId() - 1;
  return kernels_[kernel].name;
}

QModelIndex OpportunityModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= columns || row >= rowCount(parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kernelLevel);
}

QModelIndex OpportunityModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kernelLevel) return {};
  return createIndex(static_cast<int>(index.internalId()) - 1, 0, kernelLevel);
}

int OpportunityModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(kernels_.size());
  if (parent.internalId() != kernelLevel || parent.column() != 0) return 0;
  return static_cast<int>(kernels_[static_cast<size_t>(parent.row())].items.size());
}

int OpportunityModel::columnCount(const QModelIndex&) const { return columns; }

QVariant OpportunityModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole && index.column() != titleColumn) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (index.internalId() == kernelLevel) {
    return kernelData(kernels_[static_cast<size_t>(index.row())], index.column(), role);
  }
  const Kernel& kernel = kernels_[index.internalId() - 1];
  return itemData(kernel, kernel.items[static_cast<size_t>(index.row())], index.column(), role);
}

QVariant OpportunityModel::kernelData(const Kernel& kernel, int column, int role) const {
  const QString file = QString::fromStdString(std::filesystem::path(kernel.file).filename().string());
  switch (role) {
    case isKernelRole: return true;
    case detailRole: return file;
    case countRole: return static_cast<int>(kernel.items.size());
    case Qt::DisplayRole: return column == titleColumn ? QString::fromStdString(kernel.name) : QVariant();
    case Qt::ToolTipRole: return QString::fromStdString(kernel.file);
    case sortRole: return QString::fromStdString(kernel.file + ' ' + kernel.name);
    case searchRole: return QString::fromStdString(kernel.name + ' ' + kernel.file);
    case Qt::AccessibleTextRole:
      return tr("Kernel %1 in %2, %n findings", nullptr, static_cast<int>(kernel.items.size()))
          .arg(QString::fromStdString(kernel.name), file);
    default: return {};
  }
}

QVariant OpportunityModel::itemData(const Kernel& kernel, const Item& item, int column, int role) const {
  const Opportunity& opportunity = item.opportunity;
  switch (role) {
    case isKernelRole: return false;
    case verdictRole: return static_cast<int>(opportunity.verdict);
    case Qt::AccessibleTextRole: return spokenFinding(opportunity);
    case Qt::ToolTipRole: return plainText(QString::fromStdString(opportunity.reason));
    case searchRole:
      return QString::fromStdString(opportunity.title + ' ' + opportunity.pass + ' ' + opportunity.subject + ' ' +
                                    kernel.name + ' ' + kernel.file);
    case sortRole:
      if (column == lineColumn) return opportunity.range.begin.line;
      if (column == estimateColumn) {
        // Applicable, unknown, refused; inside each the higher estimate counts more.
        const double rank = opportunity.verdict == VerdictKind::applicable ? 2000
                            : opportunity.verdict == VerdictKind::unknown  ? 1000
                                                                           : 0;
        return rank + (opportunity.estimate.known ? opportunity.estimate.speedup : 0);
      }
      return plainText(QString::fromStdString(opportunity.title));
    case Qt::DisplayRole:
      if (column == titleColumn) return QString::fromStdString(opportunity.title);
      if (column == lineColumn) return opportunity.range.begin.line;
      return QString::fromStdString(estimateText(opportunity.estimate));
    default: return {};
  }
}

QVariant OpportunityModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return int((section == titleColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case titleColumn: return tr("Opportunity");
    case lineColumn: return tr("Line");
    case estimateColumn: return tr("Estimate");
    default: return {};
  }
}

}  // namespace warpwright::views
