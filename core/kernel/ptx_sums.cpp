#include "core/kernel/ptx_sums.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "core/base/text_lines.h"
#include "core/kernel/ptx_data_flow.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {
namespace {

/// Compilers write one by two as a sum of the number and itself.
bool isProduct(const PtxOperation* one) {
  const bool isTwice = one->root() == "add" && one->from.size() == 2 && one->from[0] == one->from[1];
  return one->isFloat() && (one->root() == "mul" || isTwice);
}

/// The one product that the operand is; null: none, or several.
const PtxOperation* productIn(const PtxDataFlow& flow, std::string_view operand) {
  const std::set<const PtxOperation*> values = flow.valuesOf(operand);
  return values.size() == 1 && isProduct(*values.begin()) ? *values.begin() : nullptr;
}

bool mayBeProduct(const PtxDataFlow& flow, std::string_view operand) {
  return std::ranges::any_of(flow.valuesOf(operand), isProduct);
}

/// Does the line say where code comes from, or nothing at all?
bool isPlace(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.empty() || line.starts_with("//") || line.starts_with(".loc") || line.starts_with(".file") ||
         line.starts_with("$L__tmp");
}

/// Up to the last one that is not empty.
PtxLines linesOf(const std::string& text) {
  PtxLines lines = textLines(text);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// Debug information follows, which says places alone.
bool endsCode(std::string_view line) {
  return line.find(".section") != std::string_view::npos;
}

}  // namespace

std::vector<RoundedSum> roundedSums(const std::string& ptx, const std::string& kernel) {
  std::vector<RoundedSum> found;
  const PtxLines lines = textLines(ptx);
  for (const PtxFunction& function : ptxFunctions(lines, kernel)) {
    const PtxDataFlow flow(lines, function, ptxFiles(lines), [](const SourcePosition&) { return std::string(); });
    for (const PtxOperation& one : flow.all()) {
      if (one.isFused()) {
        const PtxOperation* added = one.from.size() == 3 ? productIn(flow, one.from[2]) : nullptr;
        found.push_back({one.at, true, added ? added->at : SourcePosition()});
      } else if (one.isFloat() && isPtxWord(one.root(), {"add", "sub"}) &&
                 std::ranges::any_of(one.from, [&](auto from) { return mayBeProduct(flow, from); })) {
        found.push_back({one.at, false, {}});
      }
    }
  }
  return found;
}

std::map<uint32_t, LineSums> sumsOfLines(const std::string& ptx, const std::string& kernel) {
  std::map<uint32_t, LineSums> found;
  for (const RoundedSum& one : roundedSums(ptx, kernel)) {
    LineSums& sums = found[one.at.line];
    ++(one.isFused ? sums.together : sums.apart);
  }
  return found;
}

Result<std::string> withPlacesOf(const std::string& placed, const std::string& original, const std::string& settled) {
  const PtxLines others = linesOf(placed), own = linesOf(original), said = linesOf(settled);
  if (own.size() != said.size()) return inputError("the settled code has other lines");
  std::string text;
  size_t at = 0;
  for (const std::string_view line : others) {
    if (endsCode(line)) break;
    if (isPlace(line)) {
      text.append(line) += '\n';
      continue;
    }
    while (at < own.size() && isPlace(own[at])) ++at;
    if (at == own.size() || own[at] != line) return inputError("the same text gives other code on other lines");
    text.append(said[at++]) += '\n';
  }
  while (at < own.size() && isPlace(own[at])) ++at;
  if (at < own.size() && !endsCode(own[at])) return inputError("the same text gives other code on other lines");
  return text;
}

}  // namespace warpwright
