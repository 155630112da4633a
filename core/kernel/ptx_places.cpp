#include "core/kernel/ptx_places.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace warpwright {

std::string PtxPlaces::apart(const PtxOperation& one, const PtxOperation& other,
                             const std::function<std::string(std::string_view)>& formOf) const {
  using Addresses = std::vector<std::pair<std::string_view, size_t>>;
  std::map<std::string, std::pair<Addresses, Addresses>> addresses;  // of `one`, and of the other
  std::map<std::string, int64_t> offsets;
  std::string rest;
  if (!isBefore(one, other)) return {};
  for (const auto& [product, sign] : {std::pair{&one, int64_t{1}}, std::pair{&other, int64_t{-1}}}) {
    if (product->from.size() < 2) return {};
    std::vector<std::string> others;
    for (const std::string_view factor : {product->from[0], product->from[1]}) {
      const PtxOperation* load = loadOf(factor, product->line);
      if (!load) {
        others.push_back(formOf(factor));
        if (others.back().empty()) return {};
        continue;
      }
      const std::string where = nameOf(*load);
      Addresses& of = sign > 0 ? addresses[where].first : addresses[where].second;
      of.emplace_back(load->from.front(), load->line);
      offsets[where] += sign * offsetIn(*load, factor);
    }
    std::sort(others.begin(), others.end());
    for (const std::string& text : others) rest += " * " + text;
    rest += ";";
  }
  std::string all;
  bool isApart = false;
  for (const auto& [where, of] : addresses) {
    std::optional<PtxSum> sum = of.first.size() == of.second.size() ? terms_.sumOf(of.first, of.second) : std::nullopt;
    if (!sum || !sum->isNamed()) return {};
    sum->constant += offsets[where];
    isApart = isApart || !sum->isZero();
    all += where + " " + sum->text() + ", ";
  }
  return isApart ? all + rest : std::string();
}

/// What loads it, as it is at the line; null: something else makes it, several do, or it may be what an earlier round
/// of a loop has loaded.
const PtxOperation* PtxPlaces::loadOf(std::string_view operand, size_t line) const {
  const std::vector<size_t>& made = flow_.madeBy(operand);
  if (made.size() != 1 || !terms_.holdsAt(flow_.all()[made.front()].line, line)) return nullptr;
  const PtxOperation& one = flow_.all()[made.front()];
  if (one.root() == "mov" && one.from.size() == 1 && one.to.size() == 1) return loadOf(one.from.front(), one.line);
  const bool isLoad = one.root() == "ld" && one.isFloat() && one.from.size() == 1;
  return isLoad && isPtxWord(one.space(), {"global", "shared"}) ? &one : nullptr;
}

std::string PtxPlaces::nameOf(const PtxOperation& load) const {
  const int parameter = flow_.parameterOf(load.from.front());
  return parameter < 0 ? std::string(load.space()) : "[" + std::to_string(parameter) + "]";
}

bool PtxPlaces::isBefore(const PtxOperation& one, const PtxOperation& other) const {
  const PtxOperation &first = one.line < other.line ? one : other, &last = one.line < other.line ? other : one;
  const auto isKept = [&](std::string_view factor) {
    const std::vector<size_t>& made = flow_.madeBy(factor);
    return std::none_of(made.begin(), made.end(), [&](size_t index) {
      const size_t line = flow_.all()[index].line;
      return line > first.line && line < last.line;
    });
  };
  return terms_.holdsAt(first.line, last.line) && std::all_of(first.from.begin(), first.from.end(), isKept);
}

/// Of several that are loaded at once, bytes from the first one to it.
int64_t PtxPlaces::offsetIn(const PtxOperation& load, std::string_view operand) const {
  for (;;) {
    const PtxOperation& one = flow_.all()[flow_.madeBy(operand).front()];
    if (&one == &load) break;
    operand = one.from.front();
  }
  const auto place = std::find(load.to.begin(), load.to.end(), operand) - load.to.begin();
  constexpr uint32_t bitsOfByte = 8;
  return place * static_cast<int64_t>(ptxNumber(load.parts.back().substr(1)) / bitsOfByte);
}

}  // namespace warpwright
