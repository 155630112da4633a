#include "core/kernel/ptx_places.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace warpwright {

std::string PtxPlaces::apart(const PtxOperation& one, const PtxOperation& other,
                             const std::function<std::string(std::string_view)>& formOf) const {
  using Addresses = std::vector<std::pair<std::string_view, size_t>>;
  std::map<std::string, std::pair<Addresses, Addresses>> addresses;  // of `one`, and of the other
  std::map<std::string, int64_t> offsets;
  std::string rest;
  std::multiset<size_t> blocks[2];  // other ones that loads of either stand in
  if (!isBefore(one, other)) return {};
  for (const auto& [product, sign] : {std::pair{&one, int64_t{1}}, std::pair{&other, int64_t{-1}}}) {
    if (product->from.size() < 2) return {};
    std::vector<std::string> others;
    for (const std::string_view factor : {product->from[0], product->from[1]}) {
      const PtxOperation* load = loadOf(factor);
      if (!load) {
        others.push_back(formOf(factor));
        if (others.back().empty()) return {};
        continue;
      }
      if (!terms_.holdsAt(load->line, product->line)) {
        const size_t block = terms_.blockOf(load->line);
        if (block == terms_.blockOf(product->line)) return {};  // in the round before
        blocks[sign > 0 ? 0 : 1].insert(block);
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
  // What two products have from one block is of one time that it ran, whichever that was.
  if (blocks[0] != blocks[1]) return {};
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

/// What loads it, in its block or in another one; null: something else makes it, or several do.
const PtxOperation* PtxPlaces::loadOf(std::string_view operand) const {
  const std::vector<size_t>& made = flow_.madeBy(operand);
  if (made.size() != 1) return nullptr;
  const PtxOperation& one = flow_.all()[made.front()];
  if (one.root() == "mov" && one.from.size() == 1 && one.to.size() == 1) {
    const PtxOperation* load = loadOf(one.from.front());
    return load && terms_.holdsAt(load->line, one.line) ? load : nullptr;
  }
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
    // In another block, what is made behind the last one may come back to it.
    if (made.size() > 1 && terms_.blockOf(first.line) != terms_.blockOf(last.line)) return false;
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
