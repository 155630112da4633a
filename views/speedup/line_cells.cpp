#include "views/speedup/line_cells.h"

#include <QObject>
#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "core/base/number_text.h"

namespace warpwright::views {
namespace {

constexpr size_t mostRows = 40;

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

LineCells stallCells(const StallSamples& stalls, const std::string& device) {
  LineCells cells{
      QObject::tr("Stalls by line"), QObject::tr("original, % of samples, %1").arg(text(device)), {}, {}, {}};
  cells.columns = {{QObject::tr("Line"), false}, {QObject::tr("Share, %"), true}, {QObject::tr("Waits for"), false}};
  const std::vector<StallLine> lines = stallLines(stalls, mostRows);
  for (size_t i = 0; i < lines.size(); ++i) {
    Cell share{text(lines[i].share)};
    share.bar =
        static_cast<double>(stalls.lines[i].samples) / static_cast<double>(std::max<uint64_t>(1, stalls.samples));
    share.barToken = "base";
    cells.rows.push_back({Cell{text(lines[i].place)}, share, Cell{text(lines[i].reasons)}});
    cells.places.push_back({stalls.lines[i].file, stalls.lines[i].line, 1});
  }
  return cells;
}

/// Bytes that the requests of warps move: sectors of 32, or passes of shared memory of 128.
double movedBytes(const memsim::PlaceMetrics& place) {
  return place.space == memsim::MemorySpace::shared ? 128.0 * static_cast<double>(place.counts.wavefronts)
                                                    : 32.0 * static_cast<double>(place.counts.sectors);
}

struct Moved {
  SourcePosition at;
  QString access;
  double original = 0, variant = 0;
};

QString accessText(const memsim::PlaceMetrics& place) {
  const QString kind = place.kind == memsim::EventKind::load    ? QObject::tr("load")
                       : place.kind == memsim::EventKind::store ? QObject::tr("store")
                                                                : QObject::tr("atomic");
  const QString space = place.space == memsim::MemorySpace::shared     ? QObject::tr("shared")
                        : place.space == memsim::MemorySpace::local    ? QObject::tr("local")
                        : place.space == memsim::MemorySpace::texture  ? QObject::tr("texture")
                        : place.space == memsim::MemorySpace::constant ? QObject::tr("constant")
                                                                       : QObject::tr("global");
  return kind + ' ' + space + (place.object.empty() ? QString() : " `" + text(place.object) + '`');
}

/// An access of the variant is that of the original with the same kind, memory and array: its line is another one.
std::vector<Moved> movedBy(const KernelTrace& trace, bool hasVariant) {
  std::map<QString, Moved> byAccess;
  for (const memsim::PlaceMetrics& place : trace.original.places) {
    const QString access = accessText(place);
    Moved& moved = byAccess.try_emplace(access, Moved{place.at, access}).first->second;
    moved.original += movedBytes(place);
  }
  for (const memsim::PlaceMetrics& place : hasVariant ? trace.variant.places : std::vector<memsim::PlaceMetrics>()) {
    const QString access = accessText(place);
    byAccess.try_emplace(access, Moved{{}, access}).first->second.variant += movedBytes(place);
  }
  std::vector<Moved> all;
  for (auto& [access, moved] : byAccess) all.push_back(std::move(moved));
  std::stable_sort(all.begin(), all.end(), [](const Moved& a, const Moved& b) {
    return std::max(a.original, a.variant) > std::max(b.original, b.variant);
  });
  return all;
}

LineCells trafficCells(const KernelTrace& trace, bool hasVariant) {
  LineCells cells{
      QObject::tr("Traffic by access"), QObject::tr("modelled %1").arg(text(trace.original.device)), {}, {}, {}};
  cells.columns = {{QObject::tr("Line"), false}, {QObject::tr("Access"), false}, {QObject::tr("Original"), true}};
  if (hasVariant) cells.columns.push_back({QObject::tr("Variant"), true});
  std::vector<Moved> all = movedBy(trace, hasVariant);
  if (all.size() > mostRows) all.resize(mostRows);
  const double most = all.empty() ? 1 : std::max({1.0, all.front().original, all.front().variant});
  for (const Moved& moved : all) {
    const auto bar = [&](double bytes, const char* token) {
      Cell cell{text(trafficText(bytes))};
      cell.bar = bytes / most;
      cell.barToken = token;
      return cell;
    };
    Cell line{moved.at.line == 0 ? QString::fromUtf8(missingValue) : QString::number(moved.at.line)};
    cells.rows.push_back({line, Cell{moved.access}, bar(moved.original, "base")});
    if (hasVariant) cells.rows.back().push_back(bar(moved.variant, "var"));
    cells.places.push_back(moved.at);
  }
  return cells;
}

}  // namespace

LineCells lineCells(const TuningTable& table, const KernelTrace* trace, bool hasVariant) {
  if (table.stalls && !table.stalls->lines.empty()) return stallCells(*table.stalls, table.device);
  if (trace) return trafficCells(*trace, hasVariant);
  return {QObject::tr("Stalls by line"), {}, {}, {}, {}};
}

}  // namespace warpwright::views
