#include "core/report/tuning_csv.h"

#include <array>
#include <charconv>

namespace warpwright {
namespace {

/// In quotes where it has to be.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + '"';
}

/// As many digits as it takes to read the same number again.
std::string cell(const std::optional<double>& value) {
  if (!value) return {};
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *value);
  return {digits.data(), end.ptr};
}

std::string cell(bool value) {
  return value ? "yes" : "no";
}

template <typename... Cells>
std::string line(const Cells&... cells) {
  std::string text;
  ((text += (text.empty() ? "" : ",") + cells), ...);
  return text + "\r\n";
}

}  // namespace

std::string tuningCsv(const std::vector<TuningTable>& tables) {
  std::string text =
      "kernel,program,target,device,metric,unit,variant,steps,accepted,reason,value,low,high,ratio,ratio_low,ratio_"
      "high,"
      "verdict,best,registers,shared_bytes,occupancy,conditions\r\n";
  for (const TuningTable& table : tables) {
    for (const TuningRow& row : table.rows) {
      text += line(cell(table.kernel), cell(table.program), cell(table.target), cell(table.device), cell(table.metric),
                   cell(table.unit), cell(row.name), cell(toString(row.steps)), cell(row.accepted), cell(row.reason),
                   cell(row.value), cell(row.low), cell(row.high), cell(row.ratio), cell(row.ratioLow),
                   cell(row.ratioHigh), cell(row.verdict), cell(row.isBest), cell(row.registers), cell(row.sharedBytes),
                   cell(row.occupancy), cell(table.conditions));
    }
  }
  return text;
}

}  // namespace warpwright
