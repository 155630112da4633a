#include "core/session/ncu_csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace warpwright {
namespace {

using Row = std::vector<std::string>;

/// Rows of a table with commas and quotes (RFC 4180); line breaks may stand in quotes.
class CsvRows {
 public:
  explicit CsvRows(std::string_view text) : text_(text) {}

  /// False: there is no more.
  bool next(Row& row) {
    row.clear();
    if (at_ >= text_.size()) return false;
    for (bool more = true; more;) {
      row.push_back(field());
      more = at_ < text_.size() && text_[at_] == ',';
      if (more) ++at_;
    }
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size() && text_[at_] == '\n') ++at_;
    return true;
  }

 private:
  std::string field() {
    std::string value;
    if (at_ < text_.size() && text_[at_] == '"') {
      for (++at_; at_ < text_.size(); ++at_) {
        if (text_[at_] != '"') {
          value += text_[at_];
        } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
          value += text_[++at_];
        } else {
          ++at_;
          break;
        }
      }
    }
    // What stands behind a closing quote belongs to the field: nothing is lost, and every call gets on.
    const size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    value += text_.substr(at_, end - at_);
    at_ = end;
    return value;
  }

  std::string_view text_;
  size_t at_ = 0;
};

size_t columnOf(const Row& head, std::string_view name) {
  return static_cast<size_t>(std::find(head.begin(), head.end(), name) - head.begin());
}

/// "1,234.5": ncu groups digits as the locale has it. Nothing: it is no number.
std::optional<double> numberIn(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

/// Where a table has what is told of each launch.
struct Columns {
  size_t id, kernel, block, grid, capability, metric, unit, value, count;

  explicit Columns(const Row& head)
      : id(columnOf(head, "ID")),
        kernel(columnOf(head, "Kernel Name")),
        block(columnOf(head, "Block Size")),
        grid(columnOf(head, "Grid Size")),
        capability(columnOf(head, "CC")),
        metric(columnOf(head, "Metric Name")),
        unit(columnOf(head, "Metric Unit")),
        value(columnOf(head, "Metric Value")),
        count(head.size()) {}

  bool isTable() const { return id < count && kernel < count; }
  bool hasRowPerMetric() const { return metric < count && value < count; }

  NcuValue launch(const Row& row) const {
    const auto at = [&](size_t column) { return column < row.size() ? row[column] : std::string(); };
    return {at(kernel), at(id), at(capability), at(block), at(grid), {}, at(unit), 0};
  }
};

/// The head of the table; what comes before it is passed over. False: there is none.
bool findHead(CsvRows& rows, Row& head) {
  while (rows.next(head)) {
    if (Columns(head).isTable()) return true;
  }
  return false;
}

/// A column a metric: those that are named as metrics are, "dram__bytes.sum".
void addColumns(std::vector<NcuValue>& values, const Columns& columns, const Row& head, const Row& units,
                const Row& row) {
  for (size_t column = 0; column < head.size(); ++column) {
    if (head[column].find("__") == std::string::npos) continue;
    const auto value = numberIn(row[column]);
    if (!value) continue;
    NcuValue one = columns.launch(row);
    one.metric = head[column];
    one.unit = column < units.size() ? units[column] : std::string();
    one.value = *value;
    values.push_back(std::move(one));
  }
}

/// Of a time in milliseconds; 0: the unit is none of a time.
double millisecondsPer(const std::string& unit) {
  static const std::map<std::string, double> factors = {{"nsecond", 1e-6}, {"ns", 1e-6},   {"usecond", 1e-3},
                                                        {"us", 1e-3},      {"msecond", 1}, {"ms", 1},
                                                        {"second", 1e3},   {"s", 1e3}};
  const auto found = factors.find(unit);
  return found == factors.end() ? 0 : found->second;
}

bool isDuration(const std::string& metric) {
  return metric.starts_with("gpu__time_duration") || metric == "Duration";
}

double medianOf(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

Result<std::vector<NcuValue>> readNcuCsv(std::string_view text) {
  CsvRows rows(text);
  Row head, row, units;
  if (!findHead(rows, head)) {
    return inputError(
        "There is no table of Nsight Compute in it: no line has the columns \"ID\" and \"Kernel Name\". Print one with "
        "`ncu --csv --page raw -i REPORT.ncu-rep`.");
  }
  const Columns columns(head);
  std::vector<NcuValue> values;
  for (size_t number = 1; rows.next(row); ++number) {
    if (row.size() == 1 && (row[0].empty() || row[0].starts_with("=="))) continue;
    if (row.size() != head.size()) {
      return inputError("Row " + std::to_string(number) + " below the head has " + std::to_string(row.size()) +
                        " fields, and the head has " + std::to_string(head.size()) + ". Print it with ncu again.");
    }
    if (columns.hasRowPerMetric()) {
      const auto value = numberIn(row[columns.value]);
      if (!value || row[columns.metric].empty()) continue;
      NcuValue one = columns.launch(row);
      one.metric = row[columns.metric];
      one.value = *value;
      values.push_back(std::move(one));
    } else if (row[columns.id].empty() && units.empty()) {
      units = row;
    } else {
      addColumns(values, columns, head, units, row);
    }
  }
  return values;
}

std::vector<MeasurementRecord> ncuMeasurements(const std::vector<NcuValue>& values, const std::string& variant) {
  struct Samples {
    std::vector<double> values;
    std::string device, shape;
    bool hasShapes = false;
  };
  std::map<std::tuple<std::string, std::string, std::string>, Samples> all;  // by kernel, metric, unit
  for (const NcuValue& one : values) {
    const double factor = isDuration(one.metric) ? millisecondsPer(one.unit) : 0;
    const bool isTime = factor > 0;
    const std::string metric = isTime ? "time/gpu__time_duration.sum" : "ncu/" + one.metric;
    Samples& samples = all[{one.kernel, metric, isTime ? "ms" : one.unit}];
    samples.values.push_back(isTime ? one.value * factor : one.value);
    const std::string shape = one.grid.empty() ? "" : "grid " + one.grid + ", block " + one.block;
    samples.hasShapes |= samples.values.size() > 1 && shape != samples.shape;
    samples.shape = shape;
    samples.device = one.device.empty() ? "" : "compute capability " + one.device;
  }
  std::vector<MeasurementRecord> records;
  for (auto& [key, samples] : all) {
    const auto& [kernel, metric, unit] = key;
    const double median = medianOf(samples.values);
    MeasurementRecord record{variant, kernel, "ncu", samples.device, metric, unit, median};
    record.low = samples.values.front();
    record.high = samples.values.back();
    record.samples = static_cast<uint32_t>(samples.values.size());
    record.conditions = "Nsight Compute, median, smallest and largest of the launches" +
                        (samples.hasShapes       ? ", which have several shapes"
                         : samples.shape.empty() ? std::string()
                                                 : ", " + samples.shape);
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace warpwright
