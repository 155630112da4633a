#include "core/kernel/ptx_rounding.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text_lines.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {
namespace {

using Words = std::vector<std::string_view>;

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool isRoundingWord(std::string_view word) {
  return isOneOf(word, {"rn", "rz", "rm", "rp", "rna"});
}

struct Operation {
  std::string_view mnemonic;
  Words parts;  ///< of the mnemonic
  std::vector<std::string_view> to, from;
  SourcePosition at;
  std::string statement;

  std::string_view root() const { return parts.front(); }
  bool isFloat() const {
    return parts.back().starts_with("f") || parts.back().starts_with("bf") || parts.back().starts_with("tf");
  }
  bool isRounded() const { return std::any_of(parts.begin(), parts.end(), isRoundingWord); }
  /// One whose result two compilers may round otherwise, or that may take another in.
  bool isArithmetic() const {
    return isFloat() && isOneOf(root(), {"add", "sub", "mul", "fma", "mad", "div", "sqrt", "rsqrt", "rcp", "ex2", "lg2",
                                         "sin", "cos", "tanh"});
  }
  /// What a compiler that knows the operands may compute more exactly.
  bool isApproximate() const { return isArithmetic() && !isRounded() && !isOneOf(root(), {"add", "sub", "mul"}); }
  bool flushes() const { return isArithmetic() && mnemonic.find("ftz") != std::string_view::npos; }
  bool isQuotient() const { return isFloat() && root() == "div"; }
  bool isFused() const { return isFloat() && isOneOf(root(), {"fma", "mad"}); }
  /// That ptxas may make one operation with a sum.
  bool isOpenProduct() const { return isFloat() && root() == "mul" && !isRounded(); }
  bool isOpenSum() const { return isFloat() && isOneOf(root(), {"add", "sub"}) && !isRounded(); }
  /// Hands a value on as it is, or its negative.
  bool hands() const { return isOneOf(root(), {"mov", "neg", "abs", "selp"}); }
};

/// "0f40400000", "0d…", "0x…", "12": no register.
bool isLiteral(std::string_view operand) {
  return operand.starts_with('-') || (!operand.empty() && operand[0] >= '0' && operand[0] <= '9');
}

bool isZero(std::string_view operand) {
  return isLiteral(operand) && operand.find_first_not_of("0fdxh") == std::string_view::npos;
}

bool isSymbol(std::string_view operand) {
  return !isLiteral(operand) && !operand.starts_with('%');
}

/// The operand before the first comma that no bracket holds, and all that follow.
std::pair<std::string_view, std::string_view> firstOperand(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += isOneOf(text.substr(i, 1), {"{", "[", "("}) ? 1 : isOneOf(text.substr(i, 1), {"}", "]", ")"}) ? -1 : 0;
    if (depth == 0 && text[i] == ',') return {text.substr(0, i), text.substr(i + 1)};
  }
  return {text, {}};
}

std::optional<Operation> operationOf(std::string_view text) {
  Operation one;
  one.mnemonic = ptxMnemonic(text);
  one.parts = ptxWords(one.mnemonic, ".");
  if (one.parts.empty() || text.starts_with('.') || text.ends_with(':')) return std::nullopt;
  const auto [first, others] = firstOperand(text.substr(one.mnemonic.size()));
  const char* const between = " \t,{}[]()|;";
  if (isOneOf(one.root(), {"st", "red", "call", "bra", "ret", "bar", "barrier"})) {
    one.from = ptxWords(text.substr(one.mnemonic.size()), between);
  } else {
    one.to = ptxWords(first, between);
    one.from = ptxWords(others, between);
  }
  return one;
}

/// `{mul.f16 %rs1,%rs2,%rs3;` of inline assembly is one, with several others in its line if need be.
std::vector<std::string_view> instructionsIn(std::string_view line) {
  std::string_view text = ptxInstruction(line);
  std::vector<std::string_view> found;
  for (const std::string_view piece : ptxWords(text, ";")) {
    const size_t from = piece.find_first_not_of(" \t{}");
    if (from == std::string_view::npos) continue;
    const std::string_view one = ptxInstruction(piece.substr(from));
    if (!one.empty()) found.push_back(one);
  }
  return found;
}

/// One function's operations, and where its registers come from.
class FunctionRounding {
 public:
  FunctionRounding(const PtxLines& lines, const PtxFunction& function, const std::map<uint32_t, std::string>& files,
                   const std::function<std::string(const SourcePosition&)>& nameOf)
      : isKernel_(function.isKernel) {
    SourcePosition at;
    std::string statement;
    for (size_t i = function.begin; i < std::min(function.end, lines.size()); ++i) {
      const std::string_view text = ptxInstruction(lines[i]);
      addresses_.note(text);
      if (text.starts_with(".loc")) {
        const PtxLocation location = ptxLocation(text, files);
        at = location.at;
        statement = nameOf(at);
        if (location.calledAt.isValid()) statement += " in " + nameOf(location.calledAt);
        continue;
      }
      for (const std::string_view instruction : instructionsIn(lines[i])) {
        std::optional<Operation> one = operationOf(instruction);
        if (!one) continue;
        one->at = at;
        one->statement = statement;
        for (const std::string_view name : one->to) made_[name].push_back(all_.size());
        all_.push_back(*std::move(one));
      }
    }
    noteStores();
  }

  void addTo(PtxRounding& rounding) const {
    for (const Operation& one : all_) {
      if (isOneOf(one.root(), {"set", "setp"}) && one.isFloat()) noteComparison(one, rounding);
      if (one.isArithmetic()) note(one, rounding);
    }
    // Where a statement fuses one sum and not another, one round of a loop may fuse both unseen.
    for (const Operation& one : all_) {
      const bool takesStored = (one.isOpenSum() && std::any_of(one.from.begin(), one.from.end(),
                                                               [&](auto from) { return isStoredProduct(from); })) ||
                               (one.isFused() && one.from.size() == 3 && isStoredProduct(one.from[2]));
      if (!takesStored || !rounding.open.empty()) continue;
      const std::set<std::string>& operations = rounding.statements[one.statement].operations;
      if (std::any_of(operations.begin(), operations.end(), [](const auto& words) { return words.starts_with("fma"); }))
        rounding.open = {"a sum may take a product that was stored at %1", lineText(one.at)};
    }
  }

 private:
  using Seen = std::set<std::string_view>;

  void note(const Operation& one, PtxRounding& rounding) const {
    const auto open = [&](const char* why) {
      if (rounding.open.empty()) rounding.open = Message("%1 at %2", why, lineText(one.at));
    };
    if (!one.at.isValid()) open("it is not known which statement an operation is of");
    std::string words(one.mnemonic);
    if (one.isOpenSum() && std::any_of(one.from.begin(), one.from.end(),
                                       [&](std::string_view operand) { return !productsOf(operand).empty(); }))
      open("a product and a sum that are rounded apart may still become one operation");
    if (losesFactor(one)) open("a product of a product may lose a factor");
    const bool anyVanishes =
        std::any_of(one.from.begin(), one.from.end(), [&](std::string_view operand) { return mayVanish(operand); });
    if (one.flushes() && anyVanishes) open("an operation that makes denormal numbers zero may vanish");
    if (one.isApproximate() && anyVanishes) open("a compiler may know the result of an operation that is not exact");
    if (isOneOf(one.root(), {"add", "sub", "fma", "mad"}) &&
        std::any_of(one.from.begin(), one.from.end(),
                    [&](std::string_view operand) { return isQuotientByConstant(operand); }))
      open("a quotient that is added may become a product");
    if (one.isFused() && one.from.size() == 3) {
      if (!isLasting(one.from[0]) && !isLasting(one.from[1]))
        open("both factors of a product that is added may become constants");
      if ((mayVanish(one.from[0]) || mayVanish(one.from[1])) && !productsOf(one.from[2]).empty())
        open("a factor may vanish beside a product that is added");
      // Zero makes it a product alone, which another sum may take.
      if (mayVanish(one.from[2])) open("what is added to a product may become zero");
      for (const Operation* product : productsOf(one.from[2])) words += " + " + nameOf(*product, one, rounding);
    }
    PtxRounding::Statement& statement = rounding.statements[one.statement];
    statement.at = one.at;
    statement.operations.insert(std::move(words));
  }

  bool mayVanish(std::string_view operand) const { return !isLiteral(operand) && !isLasting(operand); }

  /// `a * b * c` with a `c` that becomes 1, or 2, in a round of a loop: the sum around it may take `a * b` then.
  bool losesFactor(const Operation& one) const {
    if (!(one.isFused() || isOneOf(one.root(), {"mul", "div"})) || one.from.size() < 2) return false;
    const auto loses = [&](std::string_view factor, std::string_view other) {
      return mayVanish(factor) && !productsOf(other).empty();
    };
    return loses(one.from[1], one.from[0]) || (one.root() != "div" && loses(one.from[0], one.from[1]));
  }

  /// A name for a product that a sum adds to one of its own, so that it is seen where the sum takes the other one.
  std::string nameOf(const Operation& product, const Operation& sum, PtxRounding& rounding) const {
    if (product.statement != sum.statement) return "product of " + product.statement;
    const std::string taken = factors(sum), added = factors(product);
    const bool isTold = taken != added && !taken.empty() && !added.empty();
    if (!isTold && rounding.open.empty())
      rounding.open = {"which of two products the sum at %1 takes cannot be told", lineText(sum.at)};
    return taken + " + " + added;
  }

  /// `x == 16` lets a compiler put 16 in the place of x.
  void noteComparison(const Operation& one, PtxRounding& rounding) const {
    const bool asksForEqual = std::any_of(one.parts.begin(), one.parts.end(), [](std::string_view part) {
      return isOneOf(part, {"eq", "ne", "equ", "neu"});
    });
    if (!asksForEqual || !rounding.open.empty()) return;
    for (const std::string_view operand : one.from) {
      if (!isLiteral(operand) && !isLasting(operand))
        rounding.open = {"a floating-point number is compared at %1 with what may become a constant", lineText(one.at)};
    }
  }

  const std::vector<size_t>& madeBy(std::string_view name) const {
    static const std::vector<size_t> none;
    const auto found = made_.find(name);
    return found == made_.end() ? none : found->second;
  }

  /// Products that the operand may be, which a compiler may round with a sum.
  std::set<const Operation*> productsOf(std::string_view operand) const {
    std::set<const Operation*> found;
    for (const Operation* one : valuesOf(operand)) {
      if (one->isOpenProduct()) found.insert(one);
    }
    return found;
  }
  /// May the operand be something divided by what may become a constant? A quotient by a power of two is a product.
  bool isQuotientByConstant(std::string_view operand) const {
    const std::set<const Operation*> values = valuesOf(operand);
    return std::any_of(values.begin(), values.end(), [&](const Operation* one) {
      return one->isQuotient() && one->from.size() == 2 && mayVanish(one->from[1]);
    });
  }
  /// What computes the operand's values, on whichever way they are handed on.
  std::set<const Operation*> valuesOf(std::string_view operand) const {
    std::set<const Operation*> found;
    Seen seen;
    collectValues(operand, found, seen);
    return found;
  }
  void collectValues(std::string_view operand, std::set<const Operation*>& found, Seen& seen) const {
    if (!seen.insert(operand).second) return;
    for (const size_t index : madeBy(operand)) {
      const Operation& one = all_[index];
      if (!one.hands()) {
        found.insert(&one);
        continue;
      }
      for (const std::string_view from : one.from) collectValues(from, found, seen);
    }
  }

  /// "[0].1*[2].0": the parameters that both factors are read through; empty: that cannot be told.
  std::string factors(const Operation& product) const {
    std::vector<std::string> names;
    for (size_t i = 0; i < 2 && i < product.from.size(); ++i) names.push_back(readThrough(product.from[i]));
    if (names.size() < 2 || names[0].empty() || names[1].empty()) return {};
    std::sort(names.begin(), names.end());
    return names[0] + "*" + names[1];
  }
  std::string readThrough(std::string_view operand) const {
    if (isLiteral(operand)) return std::string(operand);
    const std::vector<size_t>& made = madeBy(operand);
    if (made.size() != 1) return {};
    const Operation& one = all_[made.front()];
    if (isOneOf(one.root(), {"mov", "neg"}) && one.from.size() == 1) return readThrough(one.from.front());
    if (one.root() != "ld" || one.from.empty()) return {};
    if (isParameter(one)) return std::string(one.from.front());
    const int parameter = addresses_.parameterOf(one.from.front());
    const auto place = std::find(one.to.begin(), one.to.end(), operand) - one.to.begin();
    return parameter < 0 ? std::string() : "[" + std::to_string(parameter) + "]." + std::to_string(place);
  }

  bool isParameter(const Operation& load) const {
    return isKernel_ && load.parts.size() > 1 && load.parts[1] == "param" && !load.from.empty() &&
           load.from.front().find("_param_") != std::string_view::npos;
  }

  /// Is the operand no constant, whatever becomes of the kernel's whole numbers? Zero counts as none: it changes no
  /// rounding.
  bool isLasting(std::string_view operand) const {
    return isLiteral(operand) ? isZero(operand) : lasting_.contains(operand);
  }

  /// Of values that are handed on round a loop, whatever nothing speaks against lasts; a sum or product only by an
  /// operand that lasts without it (`w = w + 0.5f` does not).
  void findLasting() {
    std::set<const Operation*> computed;  // arithmetic whose result lasts
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto& [name, made] : made_) lasting_.insert(name);
      for (bool shrinks = true; shrinks;) {
        shrinks = false;
        for (const auto& [name, made] : made_)
          shrinks |= lasting_.contains(name) && !isMadeLasting(made, computed) && lasting_.erase(name) > 0;
      }
      for (const Operation& one : all_) {
        if (!combines(one) || !std::any_of(one.from.begin(), one.from.end(),
                                           [&](auto from) { return !isLiteral(from) && isLasting(from); }))
          continue;
        if (!computed.insert(&one).second) continue;
        grows = true;
        for (const std::string_view name : one.to) {
          if (isMadeLasting(madeBy(name), computed)) lasting_.insert(name);
        }
      }
    }
  }
  bool isMadeLasting(const std::vector<size_t>& made, const std::set<const Operation*>& computed) const {
    return std::all_of(made.begin(), made.end(), [&](size_t index) {
      const Operation& one = all_[index];
      return combines(one) ? computed.contains(&one) : handsLasting(one);
    });
  }
  static bool combines(const Operation& one) {
    return one.isArithmetic() || (one.isFloat() && isOneOf(one.root(), {"min", "max"}));
  }
  bool handsLasting(const Operation& one) const {
    const auto lasts = [&](std::string_view from) { return isLasting(from); };
    if (one.root() == "ld") return loadLasts(one);
    if (isOneOf(one.root(), {"atom", "tex", "tld4", "shfl"})) return true;
    if (one.root() == "cvt") {
      const bool isOfFloat =
          one.parts.size() > 2 && (one.parts.back().starts_with("f") || one.parts.back().starts_with("bf"));
      return isOfFloat && std::all_of(one.from.begin(), one.from.end(), lasts);
    }
    if (one.root() == "selp") return one.from.size() == 3 && lasts(one.from[0]) && lasts(one.from[1]);
    return isOneOf(one.root(), {"mov", "neg", "abs"}) && std::all_of(one.from.begin(), one.from.end(), lasts);
  }

  bool loadLasts(const Operation& load) const {
    if (isParameter(load)) return load.parts.back().starts_with("f");
    const std::string_view space = spaceOf(load);
    if (isOneOf(space, {"param", "const"}) || constantsIn_.contains(space) || constantsIn_.contains("")) return false;
    if (space.empty() && !constantsIn_.empty()) return false;
    const int parameter = addresses_.parameterOf(load.from.empty() ? std::string_view() : load.from.front());
    if (constantsBehind_.contains(parameter) || (parameter < 0 && !isOwnMemory(space) && !constantsBehind_.empty()))
      return false;
    // A table whose values the program says.
    Seen seen;
    return isOwnMemory(space) || std::none_of(load.from.begin(), load.from.end(),
                                              [&](std::string_view operand) { return comesFromSymbol(operand, seen); });
  }

  bool comesFromSymbol(std::string_view operand, Seen& seen) const {
    operand = operand.substr(0, operand.find('+'));
    if (!seen.insert(operand).second || isLiteral(operand)) return false;
    if (isSymbol(operand) && madeBy(operand).empty()) return operand.find("_param_") == std::string_view::npos;
    const std::vector<size_t>& made = madeBy(operand);
    return std::any_of(made.begin(), made.end(), [&](size_t index) {
      const Operation& one = all_[index];
      if (one.root() == "ld" && !isParameter(one)) return false;
      return std::any_of(one.from.begin(), one.from.end(),
                         [&](std::string_view from) { return comesFromSymbol(from, seen); });
    });
  }

  /// No pointer that the kernel is given leads there.
  static bool isOwnMemory(std::string_view space) { return isOneOf(space, {"shared", "local"}); }

  /// "global", "shared"; empty: a generic address.
  static std::string_view spaceOf(const Operation& one) {
    for (const std::string_view part : one.parts) {
      const std::string_view word = part.substr(0, part.find("::"));
      if (isOneOf(word, {"global", "shared", "local", "const", "param"})) return word;
    }
    return {};
  }

  /// A constant that is stored may be what a load reads: until none is found that was not known.
  void noteStores() {
    for (bool grows = true; grows;) {
      grows = false;
      findLasting();
      for (const Operation& one : all_) {
        if (one.root() != "st" || one.from.size() < 2 ||
            std::all_of(one.from.begin() + 1, one.from.end(), [&](std::string_view value) { return isLasting(value); }))
          continue;
        // Whole numbers are read as others only through the same pointer: no compiler takes two for one.
        const int parameter = storesNumbers(one) ? -1 : addresses_.parameterOf(one.from.front());
        grows |= parameter < 0 ? constantsIn_.insert(spaceOf(one)).second : constantsBehind_.insert(parameter).second;
      }
    }
    for (const Operation& one : all_) {
      if (storesNumbers(one) && std::any_of(one.from.begin() + 1, one.from.end(),
                                            [&](std::string_view value) { return !productsOf(value).empty(); }))
        productsIn_.insert(spaceOf(one));
    }
  }
  static bool storesNumbers(const Operation& one) {
    return one.root() == "st" && one.from.size() > 1 && (one.isFloat() || one.parts.back().starts_with("b"));
  }

  /// May the operand be a product that was stored, and that a compiler need not load where it knows the place?
  bool isStoredProduct(std::string_view operand) const {
    if (productsIn_.empty()) return false;
    Seen seen;
    return comesFromLoad(operand, seen);
  }
  bool comesFromLoad(std::string_view operand, Seen& seen) const {
    if (!seen.insert(operand).second) return false;
    const std::vector<size_t>& made = madeBy(operand);
    return std::any_of(made.begin(), made.end(), [&](size_t index) {
      const Operation& one = all_[index];
      if (one.root() == "ld") {
        const std::string_view space = spaceOf(one);
        if (isOneOf(space, {"param", "const"})) return false;
        return space.empty() || productsIn_.contains(space) || productsIn_.contains("");
      }
      return one.hands() && std::any_of(one.from.begin(), one.from.end(),
                                        [&](std::string_view from) { return comesFromLoad(from, seen); });
    });
  }

  bool isKernel_;
  std::vector<Operation> all_;
  std::map<std::string_view, std::vector<size_t>> made_;  ///< by register: what makes it
  std::set<std::string_view> lasting_;                    ///< registers: see isLasting
  std::set<std::string_view> constantsIn_;                ///< spaces of memory that constants are stored to
  std::set<std::string_view> productsIn_;                 ///< the same, products
  std::set<int> constantsBehind_;                         ///< parameters that constant whole numbers are stored through
  PtxAddresses addresses_;
};

/// Sums that add products in more ways than one, or add one of another statement in some rounds only: sets do not
/// tell which round does which.
bool takesSeveral(const std::set<std::string>& operations) {
  size_t fused = 0, adding = 0, ofOthers = 0;
  for (const std::string& one : operations) {
    if (!one.starts_with("fma") && !one.starts_with("mad")) continue;
    ++fused;
    adding += one.find(" + ") != std::string::npos;
    ofOthers += one.find(" + product of ") != std::string::npos;
  }
  return adding > 1 || (ofOthers > 0 && fused > 1);
}

/// Operations that are rounded as IEEE 754 says, whoever computes them.
bool areExact(const std::set<std::string>& operations) {
  return std::all_of(operations.begin(), operations.end(), [](const std::string& operation) {
    const Words parts = ptxWords(operation, ". ");
    const bool isSimple = isOneOf(parts.front(), {"add", "sub", "mul"});
    const bool isRounded = isOneOf(parts.front(), {"div", "sqrt", "rcp"}) && parts.size() > 1 && parts[1] == "rn";
    return (isSimple || isRounded) && operation.find("ftz") == std::string::npos;
  });
}

}  // namespace

Result<PtxRounding> ptxRounding(const std::string& ptx, const std::string& kernel,
                                const std::function<std::string(const SourcePosition&)>& nameOf) {
  const PtxLines lines = textLines(ptx);
  const std::vector<PtxFunction> functions = ptxFunctions(lines, kernel);
  if (std::none_of(functions.begin(), functions.end(), [](const PtxFunction& function) { return function.isKernel; }))
    return inputError("The compiled code has no kernel " + kernel + ".");
  const std::map<uint32_t, std::string> files = ptxFiles(lines);
  PtxRounding rounding;
  for (const PtxFunction& function : functions) FunctionRounding(lines, function, files, nameOf).addTo(rounding);
  for (const auto& [name, statement] : rounding.statements) {
    if (rounding.open.empty() && takesSeveral(statement.operations))
      rounding.open = {"rounds of a loop may differ in which product the sum at %1 takes", lineText(statement.at)};
  }
  return rounding;
}

Message roundingDifference(const PtxRounding& before, const PtxRounding& after) {
  if (!before.open.empty()) return before.open;
  for (const auto& [name, statement] : before.statements) {
    const auto now = after.statements.find(name);
    const bool isSame =
        now == after.statements.end() ? areExact(statement.operations) : now->second.operations == statement.operations;
    if (!isSame) return {"the statement at %1 rounds otherwise then", lineText(statement.at)};
  }
  for (const auto& [name, statement] : after.statements) {
    if (!before.statements.contains(name))
      return {"the code gets operations that it does not have now (%1)", *statement.operations.begin()};
  }
  return after.open;
}

}  // namespace warpwright
