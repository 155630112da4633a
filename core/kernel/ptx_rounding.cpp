#include "core/kernel/ptx_rounding.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text_lines.h"
#include "core/kernel/ptx_data_flow.h"
#include "core/kernel/ptx_lasting.h"
#include "core/kernel/ptx_places.h"
#include "core/kernel/ptx_text.h"
#include "core/kernel/rounding_words.h"

namespace warpwright {
namespace {

using namespace rounding_words;

/// One function's part of the rounding.
class FunctionRounding {
 public:
  FunctionRounding(const PtxDataFlow& flow, const PtxPlaces& places, const NewConstants& constants,
                   const std::function<bool(const SourcePosition&)>& isWritten)
      : flow_(flow), places_(places), isSmall_(constants.small), lasting_(flow, constants), isWritten_(isWritten) {}

  bool constantsDecide() const { return lasting_.constantsDecide(); }
  void keepCounters() { lasting_.keepCounters(); }

  /// Is nothing of it rounded by a compiler's choice, whatever it knows of the operands?
  bool leavesNoChoice() const {
    return std::all_of(flow_.all().begin(), flow_.all().end(), [&](const PtxOperation& one) {
      if (!one.isArithmetic()) return true;
      if (one.flushes()) return false;  // what a compiler knows it does not round to zero
      const bool isPlainSum = one.isOpenSum() && isOfWritten(one) && !flow_.takesProduct(one) &&
                              std::none_of(one.from.begin(), one.from.end(), [&](auto from) {
                                return flow_.isPassed(from) || flow_.isStoredProduct(from);
                              });
      return isPlainSum || saysHow(one);
    });
  }

  /// `isChoiceLeft`: somewhere in the kernel.
  void addTo(PtxRounding& rounding, bool isChoiceLeft) const {
    for (const PtxOperation& one : flow_.all()) {
      for (const std::string_view from : one.from) {
        if (isPtxIndex(from)) rounding.indices.insert(std::string(from));
      }
      if (isChoiceLeft && isPtxWord(one.root(), {"set", "setp"})) noteComparison(one, rounding);
      if (one.isArithmetic()) note(one, rounding);
    }
    for (const PtxOperation& one : flow_.all()) noteStored(one, rounding);
  }

 private:
  static void open(const char* why, const PtxOperation& one, PtxRounding& rounding) {
    if (rounding.open.empty()) rounding.open = Message("%1 at %2", why, lineText(one.at));
  }

  /// What may be rounded otherwise whatever a text says of it.
  void noteOpen(const PtxOperation& one, PtxRounding& rounding) const {
    // Where loops have moved it out of its statement, it is one of a set of its own.
    if (!one.at.isValid() && !isExact(wordsOf(one)))
      open("it is not known which statement an operation is of", one, rounding);
    const bool isPassed =
        std::any_of(one.from.begin(), one.from.end(), [&](auto from) { return flow_.isPassed(from); });
    if (one.isOpenSum() && (flow_.takesProduct(one) || isPassed))
      open("a product and a sum that are rounded apart may still become one operation", one, rounding);
    // Quotients, sums of which there are too many, and what functions give: ptxas could not be asked.
    if (one.isOpenSum() && one.from.size() == 2 && flow_.mayBeProduct(one.from[0]) && flow_.mayBeProduct(one.from[1]) &&
        rounding.untoldProduct.empty())
      rounding.untoldProduct = {"which of two products the sum at %1 takes cannot be told", lineText(one.at)};
    const bool anyVanishes =
        std::any_of(one.from.begin(), one.from.end(), [&](std::string_view operand) { return mayVanish(operand); });
    if (one.flushes() && anyVanishes) open("an operation that makes denormal numbers zero may vanish", one, rounding);
    if (one.isApproximate() && anyVanishes)
      open("a compiler may know the result of an operation that is not exact", one, rounding);
  }

  void note(const PtxOperation& one, PtxRounding& rounding) const {
    noteOpen(one, rounding);
    std::string words = wordsOf(one), brief = words;
    if (saysHow(one)) return;
    if (losesFactor(one)) open("a product of a product may lose a factor", one, rounding);
    if (isPtxWord(one.root(), {"add", "sub", "fma", "mad"}) &&
        std::any_of(one.from.begin(), one.from.end(),
                    [&](std::string_view operand) { return isQuotientByConstant(operand); }))
      open("a quotient that is added may become a product", one, rounding);
    if (one.isFused() && one.from.size() == 3) {
      if (!lasting_.isLasting(one.from[0]) && !lasting_.isLasting(one.from[1]) &&
          (mayVanish(one.from[0]) || mayVanish(one.from[1])))
        open("both factors of a product that is added may become constants", one, rounding);
      if ((mayVanish(one.from[0]) || mayVanish(one.from[1])) && !flow_.productsOf(one.from[2]).empty())
        open("a factor may vanish beside a product that is added", one, rounding);
      // Zero makes it a product alone, which another sum may take.
      if (mayVanish(one.from[2])) open("what is added to a product may become zero", one, rounding);
      for (const PtxOperation* product : flow_.productsOf(one.from[2])) {
        words += " + " + nameOf(*product, one, rounding);
        if (product->statement != one.statement) brief += ofStatement + product->statement;
      }
      if (!flow_.productsOf(one.from[2]).empty()) brief += " + " + factors(one);
      if (flow_.mayBeTwice(one.from[2])) brief = words += " + twice a number";
    }
    if (isPtxWord(one.root(), {"add", "sub"}) && flow_.takesProduct(one)) {
      words += ofAProduct;
      brief += ofAProduct;
    }
    // No product, whatever becomes of it, and so one number, wherever it is computed.
    if (isPtxWord(one.root(), {"add", "sub"}) && flow_.isOfArguments(one)) return;
    noteSum(one, rounding.statements[one.statement]);
    if (lasting_.countersLast()) {
      for (const std::string_view from : one.from) {
        const std::string literal = isPtxLiteral(from) ? " " + std::string(from) : "";
        words += literal;
        brief += literal;
      }
    }
    // A product alone, or a quotient, has one way to be rounded; who takes it tells the sum.
    if (lasting_.countersLast() && isExact(words) && !isPtxWord(one.root(), {"add", "sub"})) return;
    PtxRounding::Statement& statement = rounding.statements[one.statement];
    statement.at = one.at;
    if (brief != words) statement.byTaken.emplace(words, std::move(brief));
    statement.operations.insert(std::move(words));
  }

  /// Is it of a text that leaves compilers no choice, and no operation beside that? A library's products, too, say how
  /// they are rounded where no sum may take them that does not.
  bool saysHow(const PtxOperation& one) const {
    if (!isOfWritten(one)) return false;
    return one.isRounded() || (one.isOpenProduct() && one.root() == "mul" && !openProducts().contains(&one));
  }

  bool isOfWritten(const PtxOperation& one) const { return isWritten_ && one.at.isValid() && isWritten_(one.at); }

  /// Products that a sum may take of which no text says how it is rounded, here or where they are stored to.
  const std::set<const PtxOperation*>& openProducts() const {
    if (openProducts_) return *openProducts_;
    openProducts_.emplace();
    for (const PtxOperation& one : flow_.all()) {
      const bool isSum = one.isFloat() && isPtxWord(one.root(), {"add", "sub", "fma", "mad"});
      const bool isSaid = isSum && one.isRounded() && isOfWritten(one);
      if (isSaid || !(isSum || one.root() == "st")) continue;
      for (const std::string_view from : one.from) openProducts_->merge(flow_.productsOf(from));
    }
    return *openProducts_;
  }

  /// A sum of what may be a product out of memory.
  void noteStored(const PtxOperation& one, PtxRounding& rounding) const {
    if (saysHow(one)) return;
    const auto isStored = [&](auto from) { return flow_.isStoredProduct(from); };
    const bool isSum = isPtxWord(one.root(), {"add", "sub"}) && one.isFloat() && one.from.size() == 2;
    const bool isOfStored = isSum && std::any_of(one.from.begin(), one.from.end(), isStored);
    if (isOfStored) {
      std::vector<std::string> forms{formOf(one.from[0], deepestForm), formOf(one.from[1], deepestForm)};
      std::sort(forms.begin(), forms.end());
      rounding.statements[one.statement].loaded.insert(forms[0] + " and " + forms[1]);
    }
    // ptxas was asked about it, and the code is another one where it stays a sum.
    const bool isUnsettled = isOfStored && one.isOpenSum();
    // One round of a loop may fuse both unseen.
    const bool takesBoth = one.isFused() && one.from.size() == 3 && isStored(one.from[2]);
    if ((isUnsettled || takesBoth) && rounding.open.empty())
      rounding.open = {"a sum may take a product that was stored at %1", lineText(one.at)};
  }

  /// Whether a sum is one operation with a product, by what both are: sets of operations do not tell which is which.
  void noteSum(const PtxOperation& one, PtxRounding::Statement& statement) const {
    if (one.isFused() && one.from.size() == 3)
      statement.together.insert(factors(one) + " and " + formOf(one.from[2], deepestForm));
    if (!isPtxWord(one.root(), {"add", "sub"})) return;
    for (size_t i = 0; i < one.from.size() && one.from.size() == 2; ++i) {
      for (const PtxOperation* product : flow_.productsOf(one.from[i]))
        statement.apart.insert(factors(*product) + " and " + formOf(one.from[1 - i], deepestForm));
    }
  }

  /// "add.f32": a sum that takes no product is rounded once, whether it says so or ptxas was asked.
  std::string wordsOf(const PtxOperation& one) const {
    std::string words(one.mnemonic);
    const size_t rounded = words.find(".rn");
    const bool isSum = isPtxWord(one.root(), {"add", "sub"}) && !flow_.takesProduct(one);
    return isSum && rounded != std::string::npos ? words.erase(rounded, 3) : words;
  }

  static constexpr int deepestForm = 4;
  static constexpr size_t mostWays = 6;  ///< blocks of inline assembly give their registers the same names

  bool mayVanish(std::string_view operand) const { return !isPtxLiteral(operand) && !lasting_.isLasting(operand); }

  /// `a * b * c` with a `c` that becomes 1, or 2, in a round of a loop: the sum around it may take `a * b` then.
  bool losesFactor(const PtxOperation& one) const {
    if (!(one.isFused() || isPtxWord(one.root(), {"mul", "div"})) || one.from.size() < 2) return false;
    const auto loses = [&](std::string_view factor, std::string_view other) {
      return mayVanish(factor) && !flow_.productsOf(other).empty();
    };
    return loses(one.from[1], one.from[0]) || (one.root() != "div" && loses(one.from[0], one.from[1]));
  }

  /// A name for a product that a sum adds to one of its own, so that it is seen where the sum takes the other one.
  std::string nameOf(const PtxOperation& product, const PtxOperation& sum, PtxRounding& rounding) const {
    std::string taken = factors(sum), added = factors(product);
    // Forms that differ are of different values; `a * b + a * b` is the same whichever of them is taken.
    const auto isMadeOnce = [&](std::string_view from) { return isPtxLiteral(from) || flow_.madeBy(from).size() == 1; };
    const bool isEither =
        places_.isBefore(product, sum) && std::all_of(product.from.begin(), product.from.end(), isMadeOnce) &&
        std::is_permutation(product.from.begin(), product.from.end(), sum.from.begin(), sum.from.begin() + 2);
    const bool areKnown = !isUnknown(taken) && !isUnknown(added);
    bool isTold = isEither || (taken != added && (areKnown || places_.areMadeApart(product, sum)));
    if (const std::string apart = isTold ? std::string() : placesApart(sum, product); !apart.empty()) {
      isTold = true;
      taken = apart;
      added = placesApart(product, sum);
    }
    if (!isEither) rounding.statements[sum.statement].products.emplace(taken, added);
    if (!isTold && rounding.untoldProduct.empty())
      rounding.untoldProduct = {"which of two products the sum at %1 takes cannot be told", lineText(sum.at)};
    if (!isTold && rounding.open.empty()) rounding.open = rounding.untoldProduct;
    // Of another statement there may be two, of which either may be left.
    return (product.statement == sum.statement ? std::string() : "product of " + product.statement + " + ") + taken +
           " + " + added;
  }

  /// How far apart the products load their factors; empty: that does not tell them.
  std::string placesApart(const PtxOperation& one, const PtxOperation& other) const {
    return places_.apart(one, other, [this](std::string_view operand) {
      const std::string& form = formOf(operand, deepestForm);
      return isUnknown(form) || form.find('{') != std::string::npos ? std::string() : form;
    });
  }

  /// `x == 16` lets a compiler put 16 in the place of x; so does `x < 1` put 0 there, of whole numbers without a sign.
  void noteComparison(const PtxOperation& one, PtxRounding& rounding) const {
    const bool asksForEqual = std::any_of(one.parts.begin(), one.parts.end(), [](std::string_view part) {
      return isPtxWord(part, {"eq", "ne", "equ", "neu"});
    });
    if (!rounding.open.empty() || !(asksForEqual || (isSmall_ && !one.isFloat()))) return;
    const auto isOfUse = [&](std::string_view operand) { return mayVanish(operand) && !isOnlyCompared(operand); };
    if (std::none_of(one.from.begin(), one.from.end(), isOfUse)) return;
    const auto counts = [&](std::string_view operand) {
      return !isPtxLiteral(operand) && lasting_.isLasting(operand) && flow_.becomesNumber(operand);
    };
    if (one.isFloat())
      rounding.open = {"a floating-point number is compared at %1 with what may become a constant", lineText(one.at)};
    else if (std::any_of(one.from.begin(), one.from.end(), counts))
      rounding.open = {"a number is made of one that is compared at %1 with what may become a constant",
                       lineText(one.at)};
  }

  /// `isinf(x)`: which number an absolute value is says nothing of any other, where it is only compared.
  bool isOnlyCompared(std::string_view operand) const {
    const std::vector<size_t>& made = flow_.madeBy(operand);
    if (made.size() != 1 || flow_.all()[made.front()].root() != "abs" || !flow_.all()[made.front()].isFloat())
      return false;
    return std::all_of(flow_.all().begin(), flow_.all().end(), [&](const PtxOperation& one) {
      return std::find(one.from.begin(), one.from.end(), operand) == one.from.end() ||
             isPtxWord(one.root(), {"set", "setp"});
    });
  }

  /// May the operand be something divided by what may become a constant? A quotient by a power of two is a product.
  bool isQuotientByConstant(std::string_view operand) const {
    const std::set<const PtxOperation*> values = flow_.valuesOf(operand);
    return std::any_of(values.begin(), values.end(), [&](const PtxOperation* one) {
      return one->isQuotient() && one->from.size() == 2 && mayVanish(one->from[1]) &&
             !lasting_.isNoPowerOfTwo(one->from[1]);
    });
  }
  /// "ld[0].1*ld[2].0": what both factors are, as far down as can be told; "?": it cannot.
  std::string factors(const PtxOperation& product) const {
    std::vector<std::string> names;
    for (size_t i = 0; i < 2 && i < product.from.size(); ++i) names.push_back(formOf(product.from[i], deepestForm));
    std::sort(names.begin(), names.end());
    return names.size() < 2 ? std::string("?") : names[0] + "*" + names[1];
  }
  /// Deeper down, and where many ways meet, an operation's name has to do: forms need only differ. What ways that meet
  /// hand on is all of them.
  const std::string& formOf(std::string_view operand, int depth) const {
    const auto [place, isNew] = forms_.try_emplace({operand, depth});
    if (isNew) place->second = newFormOf(operand, depth);
    return place->second;
  }
  std::string newFormOf(std::string_view operand, int depth) const {
    if (isPtxLiteral(operand)) return std::string(operand);
    const std::vector<size_t>& made = flow_.madeBy(operand);
    if (made.empty()) return "?";
    if (made.size() == 1) return formOf(flow_.all()[made.front()], operand, depth);
    if (depth == 0 || made.size() > mostWays) return "{}";
    std::set<std::string> ways;
    for (const size_t index : made) ways.insert(formOf(flow_.all()[index], operand, depth - 1));
    std::string form = "{";
    for (const std::string& way : ways) form += way + "|";
    return form + "}";
  }
  std::string formOf(const PtxOperation& one, std::string_view operand, int depth) const {
    const auto place = std::find(one.to.begin(), one.to.end(), operand) - one.to.begin();
    if (isPtxWord(one.root(), {"mov", "neg"}) && one.from.size() == 1 && one.to.size() == 1)
      return formOf(one.from.front(), depth);
    if (one.root() == "ld") {
      if (one.from.empty()) return "?";
      if (flow_.isParameter(one)) return parameterForm(one.from.front());
      const int parameter = flow_.parameterOf(one.from.front());
      std::string name;
      if (parameter >= 0) name = std::to_string(parameter);
      // Names of tables in constant memory stay as they are.
      if (parameter < 0 && one.space() == "const") name = flow_.symbolOf(one.from.front());
      return name.empty() ? std::string("?") : "[" + name + "]." + std::to_string(place);
    }
    // What comes from elsewhere has no operands that tell it.
    if (one.from.empty() || isPtxWord(one.root(), {"call", "atom", "shfl", "tex", "vote", "match", "activemask"}))
      return "?";
    std::vector<std::string> operands;
    for (const std::string_view from : one.from) operands.push_back(depth == 0 ? "" : "," + formOf(from, depth - 1));
    // Compilers choose which of them comes first.
    if (isPtxWord(one.root(), {"add", "mul", "fma", "mad", "min", "max"}) && operands.size() > 1)
      std::sort(operands.begin(), operands.begin() + 2);
    std::string form = one.statement + "(" + std::string(one.mnemonic) + "." + std::to_string(place);
    for (const std::string& operand : operands) form += operand;
    return form + ")";
  }
  /// "_param_3+8": without the kernel's name, which a change of its arguments changes.
  static std::string parameterForm(std::string_view operand) {
    return std::string(operand.substr(operand.rfind("_param_")));
  }

  const PtxDataFlow& flow_;
  const PtxPlaces& places_;
  bool isSmall_;  ///< what becomes a constant may be 0 or 1
  PtxLasting lasting_;
  const std::function<bool(const SourcePosition&)>& isWritten_;
  mutable std::map<std::pair<std::string_view, int>, std::string> forms_;  ///< by operand and depth
  mutable std::optional<std::set<const PtxOperation*>> openProducts_;
};

/// Sums that add a product of another statement in some rounds only: sets do not tell which round does.
bool addsOthersAtTimes(const PtxRounding::Statement& statement) {
  size_t fused = 0, ofOthers = 0;
  for (const std::string& one : statement.operations) {
    if (!isFused(one)) continue;
    ++fused;
    ofOthers += one.find(ofStatement) != std::string::npos;
  }
  return ofOthers > 0 && fused > 1;
}

/// Sums that take now one, now the other of two products: sets do not tell which of them takes which.
bool takesEither(const PtxRounding::Statement& statement) {
  return std::any_of(statement.products.begin(), statement.products.end(), [&](const auto& products) {
    return statement.products.contains({products.second, products.first});
  });
}

/// Sums that all take one product, whose form tells it on each way, may add whatever else: what ways that meet hand on
/// is said otherwise in other code.
void nameByTaken(PtxRounding::Statement& statement) {
  std::set<std::string> taken;
  for (const auto& [product, added] : statement.products) {
    const bool isTold = !isUnknown(product) && !isUnknown(added) && product.find('{') == std::string::npos;
    // Where they are loaded is said of both.
    if (!isTold || product == added || PtxPlaces::isApart(product)) return;
    taken.insert(product);
  }
  if (taken.size() != 1) return;
  for (const auto& [name, brief] : statement.byTaken) {
    statement.operations.erase(name);
    statement.operations.insert(brief);
  }
}

/// Where a statement has sums of both kinds, which of them is which becomes part of its operations. False: that cannot
/// be told, or one sum is of both kinds, in different rounds of a loop.
bool tellsSums(PtxRounding::Statement& statement) {
  if (statement.together.empty() || statement.apart.empty()) return true;
  for (const std::string& sum : statement.apart) {
    if (isUnknown(sum) || statement.together.contains(sum)) return false;
  }
  if (std::any_of(statement.together.begin(), statement.together.end(), isUnknown)) return false;
  for (const std::string& sum : statement.together) statement.operations.insert(sumForm + ("together " + sum));
  for (const std::string& sum : statement.apart) statement.operations.insert(sumForm + ("apart " + sum));
  return true;
}

}  // namespace

Result<PtxRounding> ptxRounding(const std::string& ptx, const std::string& kernel, const NameOfPlace& nameOf,
                                const NewConstants& constants, const PtxRounding* before,
                                const std::function<bool(const SourcePosition&)>& isWritten) {
  const PtxLines lines = textLines(ptx);
  const std::vector<PtxFunction> functions = ptxFunctions(lines, kernel);
  if (std::none_of(functions.begin(), functions.end(), [](const PtxFunction& function) { return function.isKernel; }))
    return inputError("The compiled code has no kernel " + kernel + ".");
  const std::map<uint32_t, std::string> files = ptxFiles(lines);
  PtxRounding rounding;
  std::list<PtxDataFlow> flows;  // the others look into them
  std::list<PtxPlaces> places;
  std::vector<FunctionRounding> read;
  for (const PtxFunction& function : functions) {
    flows.emplace_back(lines, function, files, nameOf);
    places.emplace_back(flows.back(), lines, function);
    read.emplace_back(flows.back(), places.back(), constants, isWritten);
  }
  const auto isKept = [&] {
    return !constants.rounds &&
           std::none_of(read.begin(), read.end(), [](const FunctionRounding& one) { return one.constantsDecide(); });
  };
  rounding.countersLast = before ? before->countersLast : isKept();
  const bool isChoiceLeft =
      !std::all_of(read.begin(), read.end(), [](const FunctionRounding& one) { return one.leavesNoChoice(); });
  for (FunctionRounding& one : read) {
    if (rounding.countersLast) one.keepCounters();
    one.addTo(rounding, isChoiceLeft);
  }
  for (auto& [name, statement] : rounding.statements) {
    const bool isEither = takesEither(statement);
    const bool isTold = tellsSums(statement) && !isEither && !addsOthersAtTimes(statement);
    const Message why{"rounds of a loop may differ in which product the sum at %1 takes", lineText(statement.at)};
    if (rounding.open.empty() && !isTold) rounding.open = why;
    if (rounding.untoldProduct.empty() && isEither) rounding.untoldProduct = why;
    nameByTaken(statement);
  }
  return rounding;
}

}  // namespace warpwright
