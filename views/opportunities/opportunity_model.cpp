#include "views/opportunities/opportunity_model.h"

#include <QFont>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/number_text.h"
#include "core/finding/expected_gain.h"
#include "core/finding/finding_rows.h"
#include "core/finding/finding_text.h"
#include "views/editor/notes.h"
#include "views/shared/code_text.h"
#include "views/shared/core_words.h"
#include "views/shared/findings.h"
#include "views/shared/message_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

// The index of a kernel carries 0, that of a row the number of its kernel plus one, that of an alternative the number
// of its row plus one in the upper half besides.
constexpr quintptr kernelLevel = 0;
constexpr int rowShift = 32;

size_t kernelOf(quintptr id) {
  return static_cast<size_t>(id & 0xffffffffu) - 1;
}
bool isBelowRow(quintptr id) {
  return (id >> rowShift) != 0;
}
size_t rowOf(quintptr id) {
  return static_cast<size_t>(id >> rowShift) - 1;
}

/// A step of the share counts more than any gain of a finding.
constexpr double shareStep = 1e4;

/// "63 % of GPU time"
QString shareText(const TimeShare& time) {
  const double percent = time.share * 100;
  return OpportunityModel::tr("%1 % of GPU time")
      .arg(percent > 0 && percent < 1 ? QStringLiteral("< 1") : QString::number(qRound(percent)));
}

}  // namespace

OpportunityModel::OpportunityModel(const Findings& findings, QObject* parent)
    : QAbstractItemModel(parent), findings_(findings), kernels_(read()) {
  connect(&findings, &Findings::changed, this, &OpportunityModel::rebuild);
  connect(&findings, &Findings::touched, this, &OpportunityModel::refreshLines);
}

bool OpportunityModel::Item::sameRows(const Item& other) const {
  return key == other.key && folded == other.folded &&
         std::equal(alternatives.begin(), alternatives.end(), other.alternatives.begin(), other.alternatives.end(),
                    [](const Item& a, const Item& b) { return a.sameRows(b); });
}

bool OpportunityModel::Kernel::sameRows(const Kernel& other) const {
  return name == other.name && file == other.file &&
         std::equal(items.begin(), items.end(), other.items.begin(), other.items.end(),
                    [](const Item& a, const Item& b) { return a.sameRows(b); });
}

std::vector<OpportunityModel::Kernel> OpportunityModel::read() const {
  std::vector<Kernel> kernels;
  std::vector<const KernelSummary*> summaries;
  for (const auto& [unit, summary] : findings_.kernels()) {
    if (summary->opportunities.empty()) continue;
    summaries.push_back(summary);
    Kernel kernel{
        summary->name, summary->definition.begin.file.empty() ? unit : summary->definition.begin.file, unit, 0, {}};
    const auto itemOf = [&, &unit = unit, &summary = summary](size_t index) {
      const Opportunity& opportunity = summary->opportunities[index];
      Item item{FindingKey{unit, opportunity.id}, opportunity, gainRank(opportunity, *summary), {}, {}, {}, {}};
      const auto gain = expectedGain(opportunity, *summary);
      if (gain && !opportunity.estimate.known && opportunity.verdict == VerdictKind::applicable &&
          !isTrade(opportunity, findings_.passes()))
        item.count = QString::fromStdString(gain->words), item.why = QString::fromStdString(gain->why);
      return item;
    };
    const std::vector<FindingRow>& rows = findings_.rowsOf(*summary);
    kernel.items.reserve(rows.size());
    for (const FindingRow& row : rows) {
      Item item = itemOf(row.leading);
      for (const size_t index : row.alternatives) item.alternatives.push_back(itemOf(index));
      for (const size_t index : row.folded) item.folded.push_back(summary->opportunities[index].id);
      if (item.opportunity.verdict == VerdictKind::applicable) kernel.rank = std::max(kernel.rank, item.rank);
      kernel.items.push_back(std::move(item));
    }
    kernels.push_back(std::move(kernel));
  }
  if (profile_) {
    const std::vector<std::optional<TimeShare>> times = timeShares(*profile_, summaries);
    for (size_t i = 0; i < times.size(); ++i) kernels[i].time = times[i];
  }
  return kernels;
}

void OpportunityModel::rebuild() {
  std::vector<Kernel> now = read();
  const bool same = std::equal(now.begin(), now.end(), kernels_.begin(), kernels_.end(),
                               [](const Kernel& a, const Kernel& b) { return a.sameRows(b); });
  if (same) {
    // The same rows: their place, selection and expansion stay.
    kernels_ = std::move(now);
    tellRowsChanged(-1, {});
    return;
  }
  beginResetModel();
  kernels_ = std::move(now);
  endResetModel();
}

void OpportunityModel::tellRowsChanged(int column, const QList<int>& roles) {
  const int first = column < 0 ? 0 : column, last = column < 0 ? columns - 1 : column;
  const auto tell = [&](const QModelIndex& parent) {
    if (const int rows = rowCount(parent))
      emit dataChanged(index(0, first, parent), index(rows - 1, last, parent), roles);
  };
  for (size_t i = 0; i < kernels_.size(); ++i) {
    const QModelIndex kernel = index(static_cast<int>(i), 0);
    tell(kernel);
    for (int row = 0; row < rowCount(kernel); ++row) tell(index(row, 0, kernel));
  }
  emit columnsChanged();
}

void OpportunityModel::refreshLines() {
  const auto refresh = [this](Item& item) {
    if (const Opportunity* opportunity = findings_.find(item.key)) item.opportunity.range = opportunity->range;
  };
  for (Kernel& kernel : kernels_) {
    for (Item& item : kernel.items) {
      refresh(item);
      for (Item& alternative : item.alternatives) refresh(alternative);
    }
  }
  tellRowsChanged(lineColumn, {Qt::DisplayRole});
}

void OpportunityModel::setMeasured(std::map<std::string, MeasuredFinding> measured) {
  if (measured.empty() && measured_.empty()) return;
  measured_ = std::move(measured);
  tellRowsChanged(measuredColumn, {});
}

void OpportunityModel::setNotes(std::map<std::string, QString> notes) {
  if (notes == notes_) return;
  notes_ = std::move(notes);
  tellRowsChanged(titleColumn, {});
}

QString OpportunityModel::noteOf(const Opportunity& opportunity) const {
  const auto found = notes_.find(opportunity.id);
  return found == notes_.end() ? QString() : '\n' + tr("Your note: %1").arg(found->second);
}

void OpportunityModel::setProfile(std::shared_ptr<const ProgramProfile> profile, const QString& about) {
  if (!profile && !profile_) return;
  profile_ = std::move(profile);
  profileAbout_ = about;
  rebuild();
  if (const int kernels = rowCount()) emit dataChanged(index(0, 0), index(kernels - 1, columns - 1));
}

bool OpportunityModel::anyEstimate() const {
  const auto says = [](const Item& item) { return item.opportunity.estimate.known || !item.count.isEmpty(); };
  return std::any_of(kernels_.begin(), kernels_.end(),
                     [&](const Kernel& kernel) { return std::any_of(kernel.items.begin(), kernel.items.end(), says); });
}

QModelIndex OpportunityModel::indexOf(const FindingKey& key) const {
  for (size_t kernel = 0; kernel < kernels_.size(); ++kernel) {
    const QModelIndex parent = index(static_cast<int>(kernel), 0);
    const std::vector<Item>& items = kernels_[kernel].items;
    for (size_t row = 0; row < items.size(); ++row) {
      const Item& item = items[row];
      const QModelIndex own = index(static_cast<int>(row), 0, parent);
      if (item.key == key) return own;
      if (item.key.unit == key.unit && std::find(item.folded.begin(), item.folded.end(), key.id) != item.folded.end())
        return own;
      for (size_t below = 0; below < item.alternatives.size(); ++below) {
        if (item.alternatives[below].key == key) return index(static_cast<int>(below), 0, own);
      }
    }
  }
  return {};
}

const OpportunityModel::Item* OpportunityModel::itemAt(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kernelLevel) return nullptr;
  const std::vector<Item>& items = kernels_[kernelOf(index.internalId())].items;
  if (!isBelowRow(index.internalId())) return &items[static_cast<size_t>(index.row())];
  return &items[rowOf(index.internalId())].alternatives[static_cast<size_t>(index.row())];
}

FindingKey OpportunityModel::keyAt(const QModelIndex& index) const {
  const Item* item = itemAt(index);
  return item ? item->key : FindingKey{};
}

std::string OpportunityModel::kernelAt(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  return kernels_[index.internalId() == kernelLevel ? static_cast<size_t>(index.row()) : kernelOf(index.internalId())]
      .name;
}

QModelIndex OpportunityModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= columns || row >= rowCount(parent)) return {};
  if (!parent.isValid()) return createIndex(row, column, kernelLevel);
  if (parent.internalId() == kernelLevel) return createIndex(row, column, static_cast<quintptr>(parent.row()) + 1);
  return createIndex(row, column, parent.internalId() | (static_cast<quintptr>(parent.row()) + 1) << rowShift);
}

QModelIndex OpportunityModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kernelLevel) return {};
  const size_t kernel = kernelOf(index.internalId());
  if (!isBelowRow(index.internalId())) return createIndex(static_cast<int>(kernel), 0, kernelLevel);
  return createIndex(static_cast<int>(rowOf(index.internalId())), 0, static_cast<quintptr>(kernel) + 1);
}

int OpportunityModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(kernels_.size());
  if (parent.column() != 0) return 0;
  if (parent.internalId() == kernelLevel)
    return static_cast<int>(kernels_[static_cast<size_t>(parent.row())].items.size());
  return static_cast<int>(itemAt(parent)->alternatives.size());
}

int OpportunityModel::columnCount(const QModelIndex&) const {
  return columns;
}

QVariant OpportunityModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole && index.column() != titleColumn) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (index.internalId() == kernelLevel) {
    return kernelData(kernels_[static_cast<size_t>(index.row())], index.column(), role);
  }
  if (index.column() == measuredColumn && role != isAlternativeRole) return measuredData(*itemAt(index), role);
  return findingData(kernels_[kernelOf(index.internalId())], *itemAt(index), index.column(), role,
                     isBelowRow(index.internalId()));
}

QVariant OpportunityModel::kernelData(const Kernel& kernel, int column, int role) const {
  const QString file = QString::fromStdString(std::filesystem::path(kernel.file).filename().string());
  switch (role) {
    case isKernelRole:
      return true;
    case detailRole:
      return kernel.time ? shareText(*kernel.time) + QStringLiteral(" · ") + file : file;
    case countRole:
      return static_cast<int>(kernel.items.size());
    case Qt::DisplayRole:
      return column == titleColumn ? QString::fromStdString(kernel.name) : QVariant();
    case Qt::ToolTipRole:
      return QString::fromStdString(kernel.file) + (kernel.time ? QChar('\n') + timeText(kernel) : QString());
    case sortRole:
      // What takes most of the time is looked at first; a hundredth of a percent orders nothing.
      if (column != estimateColumn) return {};
      return kernel.rank + (kernel.time ? std::round(kernel.time->share * 1e4) * shareStep : 0);
    case fileRole:
      return QString::fromStdString(kernel.file);
    case unitRole:
      return QString::fromStdString(kernel.unit);
    case searchRole:
      return QString::fromStdString(kernel.name + ' ' + kernel.file);
    case Qt::AccessibleTextRole:
      return tr("Kernel %1 in %2, %n findings", nullptr, static_cast<int>(kernel.items.size()))
                 .arg(QString::fromStdString(kernel.name), file) +
             (kernel.time ? ", " + timeText(kernel) : QString());
    default:
      return {};
  }
}

QString OpportunityModel::timeText(const Kernel& kernel) const {
  return tr("%1 of the time of all kernels, %2 in %3 (%4)")
      .arg(QString::fromStdString(fixedText(kernel.time->share * 100, 1)) + " %",
           QString::fromStdString(durationText(kernel.time->seconds)),
           counted(kernel.time->launches, tr("%1 launch"), tr("%1 launches")), profileAbout_);
}

/// As the list has room for. Barriers are many and differ by their line, which a narrow list would cut off.
QString OpportunityModel::shortTitle(const Opportunity& opportunity) const {
  const bool isBarrier = describe(findings_.passes(), opportunity.pass).family == Family::barrier;
  const QString title = isBarrier ? tr("Barrier %1").arg(opportunity.range.begin.line) : messageText(opportunity.title);
  return notes_.contains(opportunity.id) ? QStringLiteral("✎ ") + title : title;
}

QVariant OpportunityModel::findingData(const Kernel& kernel, const Item& item, int column, int role,
                                       bool isAlternative) const {
  const Opportunity& opportunity = item.opportunity;
  switch (role) {
    case isKernelRole:
      return false;
    case isAlternativeRole:
      return isAlternative;
    case verdictRole:
      return static_cast<int>(opportunity.verdict);
    case Qt::AccessibleTextRole: {
      const auto measured = measured_.find(opportunity.id);
      return spokenFinding(opportunity) + (measured == measured_.end() ? QString() : ", " + measured->second.spoken) +
             noteOf(opportunity);
    }
    case Qt::ToolTipRole:
      if (column == estimateColumn)
        return opportunity.estimate.known ? tr("expected by the model, not measured") : QVariant(item.why);
      return tr("%1. Line %2. %3")
                 .arg(plainText(messageText(opportunity.title)))
                 .arg(opportunity.range.begin.line)
                 .arg(plainText(messageText(opportunity.reason))) +
             noteOf(opportunity);
    case isCountRole:
      return !item.count.isEmpty();
    case fileRole:
      return QString::fromStdString(kernel.file);
    case unitRole:
      return QString::fromStdString(kernel.unit);
    case searchRole: {
      std::string words = kernel.name + ' ' + kernel.file;
      const auto add = [&](const Opportunity& of) {
        words += ' ' + toText(of.title) + ' ' + of.pass + ' ' + of.subject;
      };
      add(opportunity);
      for (const Item& alternative : item.alternatives) add(alternative.opportunity);
      return QString::fromStdString(words) + noteOf(opportunity);
    }
    case sortRole:
      if (column == lineColumn) return opportunity.range.begin.line;
      if (column == estimateColumn) {
        // Applicable, unknown, refused; inside each the higher estimate counts more.
        const double rank = opportunity.verdict == VerdictKind::applicable ? 2000
                            : opportunity.verdict == VerdictKind::unknown  ? 1000
                                                                           : 0;
        // Without an estimate a trade comes last: it has to be measured first.
        return rank + (!opportunity.estimate.known && isTrade(opportunity, findings_.passes()) ? -1 : item.rank);
      }
      return plainText(messageText(opportunity.title));
    case Qt::DisplayRole:
      if (column == titleColumn) return shortTitle(opportunity);
      if (column == lineColumn) return opportunity.range.begin.line;
      return item.count.isEmpty() ? QString::fromStdString(estimateText(opportunity.estimate)) : item.count;
    default:
      return {};
  }
}

QVariant OpportunityModel::measuredData(const Item& item, int role) const {
  const auto found = measured_.find(item.opportunity.id);
  const MeasuredFinding* measured = found == measured_.end() ? nullptr : &found->second;
  switch (role) {
    case isKernelRole:
      return false;
    case Qt::DisplayRole:
      return measured ? measured->text : QString();
    case shapeRole:
      return measured ? (measured->isOlder ? QString("warning") : measured->shape) : QString();
    case isOlderRole:
      return measured && measured->isOlder;
    case Qt::ToolTipRole:
      return measured ? measured->spoken : QString();
    case sortRole:
      return measured ? measured->text : QString();
    default:
      return {};
  }
}

QVariant OpportunityModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return int((section == titleColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case titleColumn:
      return tr("Opportunity");
    case lineColumn:
      return tr("Line");
    case estimateColumn:
      return tr("Estimate");
    case measuredColumn:
      return tr("Measured");
    default:
      return {};
  }
}

}  // namespace warpwright::views
