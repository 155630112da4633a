#include "core/kernel/ptx_lasting.h"

#include <algorithm>
#include <cmath>

namespace warpwright {
namespace {

/// No pointer that the kernel is given leads there.
bool isOwnMemory(std::string_view space) {
  return isPtxWord(space, {"shared", "local"});
}

bool combines(const PtxOperation& one) {
  return one.isArithmetic() || (one.isFloat() && isPtxWord(one.root(), {"min", "max"}));
}

/// Computes whole numbers, or one kind of numbers from the other, from its operands alone.
bool isWholeNumbers(const PtxOperation& one) {
  return isPtxWord(one.root(),
                   {"cvt", "cvta", "add", "sub", "mul", "mad", "div", "rem", "shl",  "shr",  "shf",  "and", "or",
                    "xor", "not",  "neg", "abs", "min", "max", "bfe", "bfi", "prmt", "lop3", "popc", "clz", "brev"}) &&
         !(one.isFloat() && one.root() != "cvt");
}

bool isExtent(std::string_view operand) {
  return operand.starts_with("%ntid.") || operand.starts_with("%nctaid.");
}

/// Is it the number itself in an operand of that type ("s32"), and none that its last bits are?
bool fits(int64_t number, std::string_view type) {
  const uint32_t bits = ptxNumber(type.substr(1));
  return isPtxWord(type.substr(0, 1), {"s", "u", "b"}) && bits > 1 && number >= 0 &&
         (bits > 63 || number < int64_t{1} << (bits - 1));
}

/// `cvt.rn.f16.s32 %rs1, 0`: a floating-point number as the text says it.
bool isLiteralConverted(const PtxOperation& one) {
  return one.root() == "cvt" && one.parts.size() > 2 && one.from.size() == 1 && isPtxLiteral(one.from.front()) &&
         isPtxWord(one.parts[one.parts.size() - 2].substr(0, 1), {"f", "b"});
}

bool isReadOnly(const PtxOperation& load) {
  return std::find(load.parts.begin(), load.parts.end(), "nc") != load.parts.end();
}

}  // namespace

PtxLasting::PtxLasting(const PtxDataFlow& flow, const NewConstants& constants) : flow_(flow), constants_(constants) {
  if (constants_.indices) followIndices();
  follow();
}

void PtxLasting::keepCounters() {
  countersLast_ = true;
  constantsIn_.clear();
  constantsBehind_.clear();
  storesWholeConstants_ = false;
  follow();
}

bool PtxLasting::isNoPowerOfTwo(std::string_view divisor) const {
  const auto only = [&](std::string_view operand) {
    const std::vector<size_t>& made = flow_.madeBy(operand);
    return made.size() == 1 ? &flow_.all()[made.front()] : nullptr;
  };
  const PtxOperation* converted = only(divisor);
  if (!converted || converted->root() != "cvt" || converted->parts.size() != 4 || converted->from.size() != 1)
    return false;
  const PtxOperation* load = only(converted->from[0]);
  if (converted->parts[1] != "rn" || !load || load->root() != "ld" || !flow_.isParameter(*load)) return false;
  const auto known = constants_.values.find(PtxDataFlow::parameterOf(*load));
  const bool isSingle = converted->parts[2] == "f32";
  if (known == constants_.values.end() || (!isSingle && converted->parts[2] != "f64")) return false;
  const bool isPart = load->from.front().find('+') != std::string_view::npos;
  if (isPart || !fits(known->second, load->parts.back()) || !fits(known->second, converted->parts[3])) return false;
  const auto number = static_cast<double>(known->second);
  int exponent = 0;
  const double fraction = std::frexp(isSingle ? static_cast<double>(static_cast<float>(number)) : number, &exponent);
  return fraction != 0 && fraction != 0.5;
}

/// Does it load a parameter that becomes a constant?
bool PtxLasting::isNewConstant(const PtxOperation& load) const {
  if (!constants_.arguments || load.isFloat()) return false;
  if (constants_.parameters.empty()) return true;
  return std::ranges::count(constants_.parameters, PtxDataFlow::parameterOf(load)) > 0;
}

bool PtxLasting::constantsDecide() const {
  std::set<std::string_view> made;
  const auto isMade = [&](std::string_view operand) {
    return (constants_.extents && isExtent(operand)) || made.contains(operand);
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const PtxOperation& one : flow_.all()) {
      const bool isSource = one.root() == "ld" && flow_.isParameter(one) && isNewConstant(one);
      const bool isOf = one.root() != "ld" && std::any_of(one.from.begin(), one.from.end(), isMade);
      if (!isSource && !isOf) continue;
      for (const std::string_view to : one.to) grows |= !isLasting(to) && made.insert(to).second;
    }
  }
  // Where the block is known, so is the range of a thread's place in it.
  const bool isPlaceKnown = constants_.extents && constants_.indices;
  const auto mayDecide = [&](std::string_view from) { return isMade(from) || (isPlaceKnown && isOfIndex(from)); };
  return std::any_of(flow_.all().begin(), flow_.all().end(), [&](const PtxOperation& one) {
    if (isPtxWord(one.root(), {"selp", "slct"})) return one.from.empty() || isMade(one.from.back());
    return isPtxWord(one.root(), {"set", "setp", "min", "max"}) &&
           std::any_of(one.from.begin(), one.from.end(), mayDecide);
  });
}

void PtxLasting::followIndices() {
  for (bool grows = true; grows;) {
    grows = false;
    for (const PtxOperation& one : flow_.all()) {
      if (one.root() == "ld" ||
          std::none_of(one.from.begin(), one.from.end(), [&](auto from) { return isOfIndex(from); }))
        continue;
      for (const std::string_view to : one.to) grows |= ofIndex_.insert(to).second;
    }
  }
  indexDecides_ = std::any_of(flow_.all().begin(), flow_.all().end(), [&](const PtxOperation& one) {
    return isPtxWord(one.root(), {"set", "setp"}) &&
           std::any_of(one.from.begin(), one.from.end(), [&](auto from) { return isOfIndex(from); });
  });
}

/// Is the constant that it moves there one of several values, of which branches choose? No round of a loop chooses.
bool PtxLasting::isChosenByIndex(const PtxOperation& one) const {
  if (!indexDecides_ || one.to.empty() || flow_.madeBy(one.to.front()).size() < 2) return false;
  std::set<std::string_view> seen;
  std::vector<std::string_view> left{one.to.front()};
  while (!left.empty()) {
    const std::string_view name = left.back();
    left.pop_back();
    for (const size_t index : flow_.madeBy(name)) {
      for (const std::string_view from : flow_.all()[index].from) {
        if (from == one.to.front()) return false;  // it is what it was in the round before
        if (seen.insert(from).second) left.push_back(from);
      }
    }
  }
  return true;
}

/// Is it a part of a thread's place, as `i & 3` is?
bool PtxLasting::isPartOfIndex(const PtxOperation& one) const {
  return isPtxWord(one.root(), {"and", "or", "xor", "shr", "shf", "rem", "div", "bfe", "bfi", "prmt", "lop3", "min",
                                "max", "popc", "clz", "brev"}) &&
         std::any_of(one.from.begin(), one.from.end(), [&](auto from) { return isOfIndex(from); }) &&
         std::all_of(one.from.begin(), one.from.end(),
                     [&](auto from) { return isOfIndex(from) || isPtxLiteral(from); });
}

/// A constant that is stored may be what a load reads: until none is found that was not known.
void PtxLasting::follow() {
  for (bool grows = true; grows;) {
    grows = false;
    find();
    for (const PtxOperation& one : flow_.all()) grows |= noteStore(one);
  }
}

bool PtxLasting::noteStore(const PtxOperation& one) {
  if (one.root() != "st" || one.from.size() < 2) return false;
  bool isConstant = false, isZero = false;
  for (auto value = one.from.begin() + 1; value != one.from.end(); ++value) {
    // Which element of a thread's own table is read, its place may tell.
    const bool isOfTable = constants_.indices && (isOwnMemory(one.space()) || one.space().empty());
    // Two places may be known to be one where an argument is known.
    if (countersLast_ && !isOfTable && !constants_.arguments && isPtxLiteral(*value)) continue;
    isConstant |= !isLasting(*value);
    isZero |= isPtxZero(*value) && !one.isFloat();
  }
  bool grows = (isConstant || isZero) && !storesWholeConstants_;
  storesWholeConstants_ |= isConstant || isZero;
  if (!isConstant) return grows;
  // Whole numbers are read as others only through the same pointer: no compiler takes two for one.
  const int parameter = one.storesNumbers() ? -1 : flow_.parameterOf(one.from.front());
  grows |= parameter < 0 ? constantsIn_.insert(one.space()).second : constantsBehind_.insert(parameter).second;
  return grows;
}

void PtxLasting::find() {
  Computed computed;
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [name, made] : flow_.made()) lasting_.insert(name);
    for (bool shrinks = true; shrinks;) {
      shrinks = false;
      for (const auto& [name, made] : flow_.made())
        shrinks |= lasting_.contains(name) && !isMadeLasting(made, computed) && lasting_.erase(name) > 0;
    }
    for (const PtxOperation& one : flow_.all()) {
      if (!combines(one) || !std::any_of(one.from.begin(), one.from.end(),
                                         [&](auto from) { return !isPtxLiteral(from) && isLasting(from); }))
        continue;
      if (!computed.insert(&one).second) continue;
      grows = true;
      for (const std::string_view name : one.to) {
        if (isMadeLasting(flow_.madeBy(name), computed)) lasting_.insert(name);
      }
    }
  }
}

bool PtxLasting::isMadeLasting(const std::vector<size_t>& made, const Computed& computed) const {
  return std::all_of(made.begin(), made.end(), [&](size_t index) {
    const PtxOperation& one = flow_.all()[index];
    return combines(one) ? computed.contains(&one) : handsLasting(one);
  });
}

bool PtxLasting::handsLasting(const PtxOperation& one) const {
  const auto lasts = [&](std::string_view from) { return isLasting(from); };
  if (one.root() == "ld") return loadLasts(one);
  if (isPtxWord(one.root(), {"atom", "tex", "tld4", "shfl"})) return true;
  if (one.root() == "selp") {
    if (one.from.size() != 3) return false;
    const bool isFixed = countersLast_ && !isOfIndex(one.from[2]);
    const auto stays = [&](std::string_view from) {
      return lasts(from) || (isPtxLiteral(from) && (isFixed || (one.isFloat() && isPtxZero(from))));
    };
    return stays(one.from[0]) && stays(one.from[1]);
  }
  if (isPtxWord(one.root(), {"mov", "neg", "abs"}) || isLiteralConverted(one)) return movesLasting(one);
  return isWholeNumbers(one) && computesLasting(one);
}

bool PtxLasting::movesLasting(const PtxOperation& one) const {
  return std::all_of(one.from.begin(), one.from.end(), [&](std::string_view from) {
    if (isPtxIndex(from)) return true;
    if (isExtent(from)) return !constants_.extents;
    // A counter of a loop begins with zero, too.
    if (isPtxLiteral(from)) {
      const bool isNumber = one.isFloat() || isLiteralConverted(one);
      return (isNumber && isPtxZero(from)) || (countersLast_ && !isChosenByIndex(one));
    }
    return isLasting(from);
  });
}

/// With constants that the text has already nothing becomes one.
bool PtxLasting::computesLasting(const PtxOperation& one) const {
  const auto lasts = [&](std::string_view from) { return !isPtxLiteral(from) && isLasting(from); };
  const auto stays = [&](std::string_view from) { return isPtxLiteral(from) || isLasting(from); };
  if (!std::any_of(one.from.begin(), one.from.end(), lasts) || isPartOfIndex(one)) return false;
  if (std::all_of(one.from.begin(), one.from.end(), stays)) return true;
  if (isPtxWord(one.root(), {"add", "sub"})) return true;
  // No extent is zero; an argument may be.
  if (one.root() == "mad" && one.from.size() == 3 && lasts(one.from[2])) return true;
  return isPtxWord(one.root(), {"mul", "mad"}) && !constants_.arguments;
}

bool PtxLasting::loadLasts(const PtxOperation& load) const {
  if (flow_.isParameter(load)) return !isNewConstant(load);
  const std::string_view space = load.space();
  if (space == "const") return !flow_.hasInitialisedConstants();
  if (space == "param") return false;
  if (!isOwnMemory(space) && std::any_of(load.from.begin(), load.from.end(),
                                         [&](std::string_view from) { return flow_.comesFromSymbol(from); }))
    return false;  // a table whose values the program says
  // The kernel writes nothing there: no constant that it stores can be what is read.
  if (isReadOnly(load)) return true;
  if (!load.isFloat() && storesWholeConstants_) return false;  // it matters, too, that none is zero
  if (constantsIn_.contains(space) || constantsIn_.contains("")) return false;
  if (space.empty() && !constantsIn_.empty()) return false;
  const int parameter = flow_.parameterOf(load.from.empty() ? std::string_view() : load.from.front());
  return !constantsBehind_.contains(parameter) && (parameter >= 0 || isOwnMemory(space) || constantsBehind_.empty());
}

}  // namespace warpwright
