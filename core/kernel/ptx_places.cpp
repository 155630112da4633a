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
  std::map<std::string, std::vector<std::pair<std::string_view, int64_t>>> addresses;
  std::map<std::string, int64_t> offsets, loads;
  std::string rest;
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
      const std::string where = nameOf(*load);
      addresses[where].emplace_back(load->from.front(), sign);
      offsets[where] += sign * offsetIn(*load, factor);
      loads[where] += sign;
    }
    std::sort(others.begin(), others.end());
    for (const std::string& text : others) rest += " * " + text;
    rest += ";";
  }
  std::string all;
  bool isApart = false;
  for (const auto& [where, of] : addresses) {
    std::optional<PtxSum> sum = loads[where] == 0 ? terms_.sumOf(of) : std::nullopt;
    if (!sum || !sum->isNamed()) return {};
    sum->constant += offsets[where];
    isApart = isApart || !sum->isZero();
    all += where + " " + sum->text() + ", ";
  }
  return isApart ? all + rest : std::string();
}

/// What loads it, as it is; null: something else makes it, or several do.
const PtxOperation* PtxPlaces::loadOf(std::string_view operand) const {
  const std::vector<size_t>& made = flow_.madeBy(operand);
  if (made.size() != 1) return nullptr;
  const PtxOperation& one = flow_.all()[made.front()];
  if (one.root() == "mov" && one.from.size() == 1 && one.to.size() == 1) return loadOf(one.from.front());
  const bool isLoad = one.root() == "ld" && one.isFloat() && one.from.size() == 1;
  return isLoad && isPtxWord(one.space(), {"global", "shared"}) ? &one : nullptr;
}

std::string PtxPlaces::nameOf(const PtxOperation& load) const {
  const int parameter = flow_.parameterOf(load.from.front());
  return parameter < 0 ? std::string(load.space()) : "[" + std::to_string(parameter) + "]";
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
