#include "core/kernel/ptx_places.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace warpwright {

/// What the factors of a product are made of.
struct PtxPlaces::Leaves {
  std::map<std::string, Addresses> loaded;  ///< by what they are loaded from
  std::map<std::string, int64_t> offsets;   ///< bytes behind those addresses, all together
  std::vector<std::string> others;          ///< forms
  std::multiset<size_t> blocks;             ///< other ones, that some of it stands in
};

std::string PtxPlaces::apart(const PtxOperation& one, const PtxOperation& other, const FormOf& formOf) const {
  if (one.from.size() < 2 || other.from.size() < 2 || !isBefore(one, other)) return {};
  for (const bool isDeep : {false, true}) {
    std::optional<Leaves> leaves[2];
    for (const auto& [product, place] : {std::pair{&one, 0}, std::pair{&other, 1}}) {
      Leaves all;
      const bool isKnown = collect(product->from[0], *product, formOf, isDeep ? deepest : 0, all) &&
                           collect(product->from[1], *product, formOf, isDeep ? deepest : 0, all);
      if (isKnown) leaves[place] = std::move(all);
    }
    if (!leaves[0] || !leaves[1]) continue;
    const std::optional<std::string> text = textOf(*leaves[0], *leaves[1]), turned = textOf(*leaves[1], *leaves[0]);
    if (!text || text == turned) continue;
    std::string rest;
    for (std::optional<Leaves>& all : leaves) {
      std::sort(all->others.begin(), all->others.end());
      for (const std::string& form : all->others) rest += " * " + form;
      rest += ";";
    }
    return *text + rest;
  }
  return {};
}

/// False: what it is made of is not known, or may be of the round before.
bool PtxPlaces::collect(std::string_view factor, const PtxOperation& product, const FormOf& formOf, int depth,
                        Leaves& leaves) const {
  const auto isOfNow = [&](const PtxOperation& made) {
    if (terms_.holdsAt(made.line, product.line)) return true;
    const size_t block = terms_.blockOf(made.line);
    if (block == terms_.blockOf(product.line)) return false;
    leaves.blocks.insert(block);
    return true;
  };
  if (const PtxOperation* load = loadOf(factor)) {
    const std::string where = nameOf(*load);
    leaves.loaded[where].emplace_back(load->from.front(), load->line);
    leaves.offsets[where] += offsetIn(*load, factor);
    return isOfNow(*load);
  }
  if (const PtxOperation* made = depth > 0 ? computedBy(factor) : nullptr) {
    return isOfNow(*made) && std::ranges::all_of(made->from, [&](std::string_view operand) {
             return collect(operand, product, formOf, depth - 1, leaves);
           });
  }
  leaves.others.push_back(isPtxLiteral(factor) ? std::string(factor) : formOf(factor));
  return !leaves.others.back().empty();
}

/// How far those of `one` lie behind the other's; nothing: that is not known.
std::optional<std::string> PtxPlaces::textOf(const Leaves& one, const Leaves& other) const {
  // What two products have from one block is of one time that it ran, whichever that was.
  if (one.blocks != other.blocks || one.loaded.size() != other.loaded.size()) return std::nullopt;
  std::string all;
  for (const auto& [where, addresses] : one.loaded) {
    const auto others = other.loaded.find(where);
    if (others == other.loaded.end() || addresses.size() != others->second.size()) return std::nullopt;
    std::optional<PtxSum> sum = terms_.sumOf(addresses, others->second);
    if (!sum) return std::nullopt;
    sum->constant += one.offsets.at(where) - other.offsets.at(where);
    const std::optional<std::string> gathered = withoutGathered(*sum);
    if (!gathered || !sum->isNamed()) return std::nullopt;
    all += where + " " + sum->text() + *gathered + ", ";
  }
  return all;
}

/// `x[at[i + 3]]` beside `x[at[i]]`: how far numbers that are loaded lie from each other in memory tells them. Takes
/// these out of the sum; nothing: some lie in different arrays, or it is not known how far.
std::optional<std::string> PtxPlaces::withoutGathered(PtxSum& sum) const {
  std::vector<std::tuple<int64_t, std::string, const PtxOperation*>> loads;
  std::string array, text;
  for (const auto& [name, times] : sum.terms) {
    if (!name.starts_with('%') || name.find('*') != std::string::npos) continue;
    const std::vector<size_t>& made = flow_.madeBy(name);
    const PtxOperation* load = made.size() == 1 ? &flow_.all()[made.front()] : nullptr;
    if (!load || load->root() != "ld" || load->from.size() != 1 || load->space() != "global") return std::nullopt;
    const std::string where = nameOf(*load);
    if (!array.empty() && where != array) return std::nullopt;
    array = where;
    loads.emplace_back(times, name, load);
  }
  if (loads.empty()) return std::string();
  std::erase_if(sum.terms, [](const auto& term) {
    return term.first.starts_with('%') && term.first.find('*') == std::string::npos;
  });
  // As seen from any of them, so that what the first one is called says nothing.
  for (const auto& [ignored, first, from] : loads) {
    std::vector<std::string> places;
    for (const auto& [times, name, load] : loads) {
      std::optional<PtxSum> apart =
          terms_.sumOf({{load->from.front(), load->line}}, {{from->from.front(), from->line}});
      if (!apart || !apart->isNamed()) return std::nullopt;
      apart->constant += placeIn(*load, name) - placeIn(*from, first);
      places.push_back(std::to_string(times) + "*" + array + "(" + apart->text() + ")");
    }
    std::sort(places.begin(), places.end());
    std::string all;
    for (const std::string& place : places) all += " + " + place;
    text = text.empty() ? all : std::min(text, all);
  }
  return text;
}

bool PtxPlaces::areMadeApart(const PtxOperation& one, const PtxOperation& other) const {
  return one.from.size() > 1 && other.from.size() > 1 &&
         (differ(one.from[0], other.from[0], deepest) || differ(one.from[1], other.from[1], deepest)) &&
         (differ(one.from[0], other.from[1], deepest) || differ(one.from[1], other.from[0], deepest));
}

bool PtxPlaces::differ(std::string_view one, std::string_view other, int depth) const {
  if (isPtxLiteral(one) && isPtxLiteral(other)) return one != other;
  const PtxOperation *first = madeOnlyBy(one), *second = madeOnlyBy(other);
  if (!first || !second || first == second) return false;
  const auto parameterOf = [this](const PtxOperation& load) {
    return load.root() != "ld" || load.from.empty() ? -1 : flow_.parameterOf(load.from.front());
  };
  const int from = parameterOf(*first), others = parameterOf(*second);
  const bool isComputed = computedBy(one), isOtherComputed = computedBy(other);
  if (isComputed && isOtherComputed) return differ(*first, *second, depth);
  return (isComputed || from >= 0) && (isOtherComputed || others >= 0) && from != others;
}

bool PtxPlaces::differ(const PtxOperation& one, const PtxOperation& other, int depth) const {
  // What loops have moved is of no statement.
  if (!one.at.isValid() || !other.at.isValid()) return false;
  if (one.statement != other.statement || one.mnemonic != other.mnemonic) return true;
  if (depth == 0 || one.from.size() != other.from.size()) return false;
  const auto apart = [&](size_t i, size_t j) { return differ(one.from[i], other.from[j], depth - 1); };
  if (one.from.size() < 2) return one.from.size() == 1 && apart(0, 0);
  const bool isLastApart = one.from.size() > 2 && apart(2, 2);
  // Which of both operands comes first, says nothing.
  return isLastApart || ((apart(0, 0) || apart(1, 1)) && (apart(0, 1) || apart(1, 0)));
}

/// What makes it, behind what only hands it on; null: several do. What was never given a value may be handed round.
const PtxOperation* PtxPlaces::madeOnlyBy(std::string_view operand) const {
  for (int step = 0; step < mostHandedOn; ++step) {
    const std::vector<size_t>& made = flow_.madeBy(operand);
    if (made.size() != 1) return nullptr;
    const PtxOperation& one = flow_.all()[made.front()];
    const bool handsOn = isPtxWord(one.root(), {"mov", "neg"}) && one.from.size() == 1 && one.to.size() == 1;
    if (!handsOn || isPtxLiteral(one.from.front())) return &one;
    operand = one.from.front();
  }
  return nullptr;
}

/// The only operation that makes it, of floating-point numbers; null: another one, or several do.
const PtxOperation* PtxPlaces::computedBy(std::string_view operand) const {
  const PtxOperation* one = madeOnlyBy(operand);
  const bool isPure = one && one->isFloat() && one->to.size() == 1 &&
                      isPtxWord(one->root(), {"add", "sub", "mul", "fma", "mad", "abs", "div", "min", "max"});
  return isPure ? one : nullptr;
}

/// What loads it, in its block or in another one; null: something else makes it, or several do.
const PtxOperation* PtxPlaces::loadOf(std::string_view operand) const {
  std::vector<size_t> handed;  // lines that do, each before that it comes from
  for (int step = 0; step < mostHandedOn; ++step) {
    const std::vector<size_t>& made = flow_.madeBy(operand);
    if (made.size() != 1) return nullptr;
    const PtxOperation& one = flow_.all()[made.front()];
    if (one.root() == "mov" && one.from.size() == 1 && one.to.size() == 1) {
      handed.push_back(one.line);
      operand = one.from.front();
      continue;
    }
    const bool isLoad = one.root() == "ld" && one.isFloat() && one.from.size() == 1;
    const bool isHere = std::ranges::all_of(handed, [&](size_t line) { return terms_.holdsAt(one.line, line); });
    return isLoad && isHere && isPtxWord(one.space(), {"global", "shared"}) ? &one : nullptr;
  }
  return nullptr;
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

/// Of several that are loaded at once, bytes from the first one to a register.
int64_t PtxPlaces::placeIn(const PtxOperation& load, std::string_view name) {
  const auto place = std::find(load.to.begin(), load.to.end(), name) - load.to.begin();
  constexpr uint32_t bitsOfByte = 8;
  return place * static_cast<int64_t>(ptxNumber(load.parts.back().substr(1)) / bitsOfByte);
}

/// Of several that are loaded at once, bytes from the first one to it.
int64_t PtxPlaces::offsetIn(const PtxOperation& load, std::string_view operand) const {
  for (;;) {
    const PtxOperation& one = flow_.all()[flow_.madeBy(operand).front()];
    if (&one == &load) break;
    operand = one.from.front();
  }
  return placeIn(load, operand);
}

}  // namespace warpwright
