#include "core/kernel/ptx_data_flow.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/text_lines.h"

namespace warpwright {
namespace {

bool isRoundingWord(std::string_view word) {
  return isPtxWord(word, {"rn", "rz", "rm", "rp", "rna"});
}

bool isSymbol(std::string_view operand) {
  return !isPtxLiteral(operand) && !operand.starts_with('%');
}

/// The operand before the first comma that no bracket holds, and all that follow.
std::pair<std::string_view, std::string_view> firstOperand(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += isPtxWord(text.substr(i, 1), {"{", "[", "("}) ? 1 : isPtxWord(text.substr(i, 1), {"}", "]", ")"}) ? -1 : 0;
    if (depth == 0 && text[i] == ',') return {text.substr(0, i), text.substr(i + 1)};
  }
  return {text, {}};
}

std::optional<PtxOperation> operationOf(std::string_view text) {
  PtxOperation one;
  one.mnemonic = ptxMnemonic(text);
  one.parts = textWords(one.mnemonic, ".");
  if (one.parts.empty() || text.starts_with('.') || text.ends_with(':')) return std::nullopt;
  const auto [first, others] = firstOperand(text.substr(one.mnemonic.size()));
  const char* const between = " \t,{}[]()|;";
  if (isPtxWord(one.root(), {"st", "red", "call", "bra", "ret", "bar", "barrier"})) {
    one.from = textWords(text.substr(one.mnemonic.size()), between);
  } else {
    one.to = textWords(first, between);
    one.from = textWords(others, between);
  }
  return one;
}

/// `{mul.f16 %rs1,%rs2,%rs3;` of inline assembly is one, with several others in its line if need be.
std::vector<std::string_view> instructionsIn(std::string_view line) {
  std::string_view text = ptxInstruction(line);
  std::vector<std::string_view> found;
  for (const std::string_view piece : textWords(text, ";")) {
    const size_t from = piece.find_first_not_of(" \t{}");
    if (from == std::string_view::npos) continue;
    const std::string_view one = ptxInstruction(piece.substr(from));
    if (!one.empty()) found.push_back(one);
  }
  return found;
}

/// 1 or -1, of either size.
bool isOne(std::string_view literal) {
  return isPtxWord(literal, {"0f3F800000", "0fBF800000", "0d3FF0000000000000", "0dBFF0000000000000"});
}

constexpr uint32_t signBit = uint32_t{1} << 31;

/// A literal of 32 bits: "-1048576", "1072693248"; nothing: it is written otherwise.
std::optional<uint32_t> wordOf(std::string_view literal) {
  int64_t value = 0;
  const auto [end, failed] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  if (failed != std::errc() || end != literal.data() + literal.size()) return std::nullopt;
  return static_cast<uint32_t>(value);
}

}  // namespace

bool PtxOperation::isFloat() const {
  return parts.back().starts_with("f") || parts.back().starts_with("bf") || parts.back().starts_with("tf");
}

bool PtxOperation::isRounded() const {
  return std::any_of(parts.begin(), parts.end(), isRoundingWord);
}

bool PtxOperation::isArithmetic() const {
  return isFloat() && isPtxWord(root(), {"add", "sub", "mul", "fma", "mad", "div", "sqrt", "rsqrt", "rcp", "ex2", "lg2",
                                         "sin", "cos", "tanh"});
}

bool PtxOperation::isApproximate() const {
  return isArithmetic() && !isRounded() && !isPtxWord(root(), {"add", "sub", "mul"});
}

bool PtxOperation::endsInProduct() const {
  const auto says = [&](std::string_view word) { return std::find(parts.begin(), parts.end(), word) != parts.end(); };
  if (root() == "div") return says("approx") || says("full");
  // Scaled where it may be denormal.
  return root() == "rcp" && says("approx") && !says("ftz");
}

bool PtxOperation::hands() const {
  return isPtxWord(root(), {"mov", "neg", "abs", "selp"});
}

std::string_view PtxOperation::space() const {
  for (const std::string_view part : parts) {
    const std::string_view word = part.substr(0, part.find("::"));
    if (isPtxWord(word, {"global", "shared", "local", "const", "param"})) return word;
  }
  return {};
}

bool isPtxLiteral(std::string_view operand) {
  return operand.starts_with('-') || (!operand.empty() && operand[0] >= '0' && operand[0] <= '9');
}

bool anyNewNumberAdded(const std::set<std::string>& operations, const std::set<std::string>& was) {
  const auto isNew = [&](std::string_view word) {
    return isPtxLiteral(word) && std::none_of(was.begin(), was.end(), [&](const std::string& one) {
             return one.find(word) != std::string::npos;
           });
  };
  return std::any_of(operations.begin(), operations.end(), [&](const std::string& one) {
    const std::vector<std::string_view> words = textWords(one, " ");
    return isPtxWord(textWords(one, ". ").front(), {"add", "sub"}) && std::any_of(words.begin(), words.end(), isNew);
  });
}

bool isPtxZero(std::string_view operand) {
  return isPtxLiteral(operand) && operand.find_first_not_of("0fdxh") == std::string_view::npos;
}

bool isPtxIndex(std::string_view operand) {
  return operand.starts_with("%tid.") || operand.starts_with("%ctaid.");
}

PtxDataFlow::PtxDataFlow(const PtxLines& lines, const PtxFunction& function,
                         const std::map<uint32_t, std::string>& files, const NameOfPlace& nameOf)
    : isKernel_(function.isKernel) {
  SourcePosition at;
  std::string statement;
  for (size_t i = function.begin; i < std::min(function.end, lines.size()); ++i) {
    const std::string_view text = ptxInstruction(lines[i]);
    addresses_.note(text);
    if (ptxMnemonic(text) == ".loc") {
      const PtxLocation location = ptxLocation(text, files);
      at = location.at;
      statement = nameOf(at);
      const std::string called = location.calledAt.isValid() ? nameOf(location.calledAt) : std::string();
      if (!called.empty()) statement += " in " + called;
      continue;
    }
    for (const std::string_view instruction : instructionsIn(lines[i])) {
      std::optional<PtxOperation> one = operationOf(instruction);
      if (!one) continue;
      one->line = i;
      one->at = at;
      one->statement = statement;
      for (const std::string_view name : one->to) made_[name].push_back(all_.size());
      all_.push_back(*std::move(one));
    }
  }
  nameLiterals();
  hasInitialisedConstants_ = std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return line.starts_with('.') && line.find(".const ") != std::string_view::npos && line.find('=') != line.npos;
  });
  for (size_t i = 0; i < all_.size(); ++i) {
    Trail trail;
    if (all_[i].packs() && isPutTogetherAnew(all_[i], trail)) putTogetherAnew_.insert(i);
  }
  for (const PtxOperation& one : all_) {
    // Halves are stored as whole numbers.
    const bool stores = one.root() == "st" && one.from.size() > 1;
    if (!stores || std::none_of(one.from.begin() + 1, one.from.end(),
                                [&](std::string_view value) { return !productsOf(value).empty(); }))
      continue;
    const size_t from = ptxFirstBehind(lines, function, one.line);
    const auto [known, isNew] = productsIn_.try_emplace(one.space(), from);
    if (!isNew) known->second = std::min(known->second, from);
  }
}

void PtxDataFlow::nameLiterals() {
  std::map<std::string_view, std::string_view> literals;
  for (const auto& [name, made] : made_) {
    const PtxOperation& one = all_[made.front()];
    const bool isMove = one.root() == "mov" && one.to.size() == 1 && one.from.size() == 1;
    if (made.size() == 1 && isMove && isPtxLiteral(one.from.front())) literals[name] = one.from.front();
  }
  for (PtxOperation& one : all_) {
    for (std::string_view& from : one.from) {
      if (const auto found = literals.find(from); found != literals.end()) from = found->second;
    }
  }
}

const std::vector<size_t>& PtxDataFlow::madeBy(std::string_view name) const {
  static const std::vector<size_t> none;
  const auto found = made_.find(name);
  return found == made_.end() ? none : found->second;
}

std::set<const PtxOperation*> PtxDataFlow::productsOf(std::string_view operand) const {
  std::set<const PtxOperation*> found;
  for (const PtxOperation* one : valuesOf(operand)) {
    if (one->isOpenProduct()) found.insert(one);
  }
  return found;
}

bool PtxDataFlow::isPassed(std::string_view operand) const {
  const std::set<const PtxOperation*> values = valuesOf(operand);
  return std::any_of(values.begin(), values.end(), [&](const PtxOperation* one) {
    return one->root() == "ld" && one->space() == "param" && !isParameter(*one);
  });
}

bool PtxDataFlow::mayBeTwice(std::string_view operand) const {
  const std::set<const PtxOperation*> values = valuesOf(operand);
  return std::any_of(values.begin(), values.end(), [](const PtxOperation* one) {
    return one->isFloat() && one->root() == "add" && one->from.size() == 2 && one->from[0] == one->from[1];
  });
}

bool PtxDataFlow::takesProduct(const PtxOperation& sum) const {
  return std::any_of(sum.from.begin(), sum.from.end(),
                     [&](std::string_view operand) { return !productsOf(operand).empty(); });
}

bool PtxDataFlow::mayBeProduct(std::string_view operand) const {
  return !productsOf(operand).empty() || isStoredProduct(operand) || isPassed(operand);
}

std::set<const PtxOperation*> PtxDataFlow::valuesOf(std::string_view operand) const {
  std::set<const PtxOperation*> found;
  Seen seen;
  collectValues(operand, found, seen);
  return found;
}

/// ptxas leaves a product by 1 out, though it says how it is rounded, and a shuffle where a warp has one value.
std::vector<std::string_view> PtxDataFlow::handedOn(const PtxOperation& one) const {
  if (one.hands()) return one.from;
  if (one.root() == "mul" && one.isFloat() && one.from.size() == 2) {
    for (const size_t i : {0, 1}) {
      if (one.isRounded() && isOne(one.from[i])) return {one.from[1 - i]};
    }
  }
  if (one.root() == "shfl" && !one.from.empty() && !isOfThread(one.from.front())) return {one.from.front()};
  return {};
}

bool PtxDataFlow::isOfThread(std::string_view operand) const {
  Seen seen;
  for (std::vector<std::string_view> open{operand}; !open.empty();) {
    const std::string_view name = open.back();
    open.pop_back();
    if (name.starts_with("%tid") || name.starts_with("%lane")) return true;
    if (!seen.insert(name).second) continue;
    for (const size_t index : madeBy(name)) {
      if (all_[index].root() == "atom") return true;
      for (const std::string_view from : all_[index].from) open.push_back(from.substr(0, from.find('+')));
    }
  }
  return false;
}

void PtxDataFlow::collectValues(std::string_view operand, std::set<const PtxOperation*>& found, Seen& seen) const {
  if (!seen.insert(operand).second) return;
  for (const size_t index : madeBy(operand)) {
    const PtxOperation& one = all_[index];
    const std::vector<std::string_view> handed = handedOn(one);
    if (handed.empty() || putTogetherAnew_.contains(index)) {
      found.insert(&one);
      continue;
    }
    for (const std::string_view from : handed) collectValues(from, found, seen);
  }
}

/// Is one of its parts computed, so that what the number was that its other parts are of does not matter? `log` makes
/// its argument's exponent that of one.
bool PtxDataFlow::isPutTogetherAnew(const PtxOperation& pack, Trail& trail) const {
  return std::any_of(pack.from.begin(), pack.from.end(),
                     [&](std::string_view part) { return isComputedPart(part, trail); });
}

bool PtxDataFlow::isComputedPart(std::string_view operand, Trail& trail) const {
  if (isPtxLiteral(operand)) return true;
  if (trail.stepsLeft == 0) return false;
  --trail.stepsLeft;
  if (!trail.open.insert(operand).second) return true;  // round a loop nothing new comes
  const std::vector<size_t>& made = madeBy(operand);
  const bool isComputed = !made.empty() && std::all_of(made.begin(), made.end(), [&](size_t index) {
    return isComputedPart(all_[index], trail);
  });
  trail.open.erase(operand);
  return isComputed;
}

/// Bits that are always set, or never, beside the sign, whose change is a negative or an absolute value. A sum may undo
/// another: it leads on to what it is of.
bool PtxDataFlow::isComputedPart(const PtxOperation& one, Trail& trail) const {
  if (one.unpacks()) {
    const std::vector<size_t>& made = madeBy(one.from.front());
    return !made.empty() && std::all_of(made.begin(), made.end(), [&](size_t index) {
      return all_[index].packs() && isPutTogetherAnew(all_[index], trail);
    });
  }
  if (one.root() == "mov" && one.from.size() == 1) return isComputedPart(one.from.front(), trail);
  if (one.from.size() != 2 || one.isFloat() || !isPtxLiteral(one.from[1])) return false;
  if (isPtxWord(one.root(), {"add", "sub", "xor"})) return isComputedPart(one.from[0], trail);
  const std::optional<uint32_t> bits = wordOf(one.from[1]);
  if (!bits || one.parts.back() != "b32") return false;
  return one.root() == "and" ? (~*bits & ~signBit) != 0 : one.root() == "or" && (*bits & ~signBit) != 0;
}

bool PtxDataFlow::isParameter(const PtxOperation& load) const {
  return isKernel_ && load.parts.size() > 1 && load.parts[1] == "param" && !load.from.empty() &&
         load.from.front().find("_param_") != std::string_view::npos;
}

unsigned PtxDataFlow::parameterOf(const PtxOperation& load) {
  constexpr std::string_view word = "_param_";
  const std::string_view name = load.from.front();
  return ptxNumber(name.substr(name.rfind(word) + word.size()));
}

bool PtxDataFlow::isOfArguments(const PtxOperation& one) const {
  return std::all_of(one.from.begin(), one.from.end(), [&](std::string_view operand) {
    if (isPtxLiteral(operand)) return true;
    const std::vector<size_t>& made = madeBy(operand);
    return made.size() == 1 && all_[made.front()].root() == "ld" && isParameter(all_[made.front()]);
  });
}

bool PtxDataFlow::comesFromSymbol(std::string_view operand) const {
  Seen seen;
  return comesFromSymbol(operand, seen);
}

bool PtxDataFlow::comesFromSymbol(std::string_view operand, Seen& seen) const {
  operand = operand.substr(0, operand.find('+'));
  if (!seen.insert(operand).second || isPtxLiteral(operand)) return false;
  if (isSymbol(operand) && madeBy(operand).empty()) return operand.find("_param_") == std::string_view::npos;
  const std::vector<size_t>& made = madeBy(operand);
  return std::any_of(made.begin(), made.end(), [&](size_t index) {
    const PtxOperation& one = all_[index];
    if (one.root() == "ld" && !isParameter(one)) return false;
    return std::any_of(one.from.begin(), one.from.end(),
                       [&](std::string_view from) { return comesFromSymbol(from, seen); });
  });
}

/// A choice between numbers that the text does not say gives none that was not there before.
bool PtxDataFlow::onlyChooses(const PtxOperation& one, const Seen& made) {
  const auto isOther = [&](std::string_view from) { return !isPtxLiteral(from) && !made.contains(from); };
  return one.root() == "selp" && one.from.size() == 3 && isOther(one.from[0]) && isOther(one.from[1]);
}

bool PtxDataFlow::becomesNumber(std::string_view whole) const {
  Seen made{whole};
  for (bool grows = true; grows;) {
    grows = false;
    for (const PtxOperation& one : all_) {
      if (isPtxWord(one.root(), {"ld", "st"}) || onlyChooses(one, made) ||
          std::none_of(one.from.begin(), one.from.end(), [&](auto from) { return made.contains(from); }))
        continue;
      // `cvt.rn.f32.s32` names first what it makes.
      const std::string_view kind = one.root() == "cvt" ? one.parts[one.parts.size() - 2] : one.parts.back();
      if (kind.starts_with("f") || kind.starts_with("bf") || kind.starts_with("tf")) return true;
      for (const std::string_view to : one.to) grows |= made.insert(to).second;
    }
  }
  return false;
}

std::string_view PtxDataFlow::symbolOf(std::string_view operand) const {
  Seen open;
  const Symbol found = followSymbol(operand, open);
  return found.isKnown ? found.name : std::string_view();
}

/// Round a loop an address leads to what it led to before: that says nothing.
PtxDataFlow::Symbol PtxDataFlow::followSymbol(std::string_view operand, Seen& open) const {
  const std::string_view name = operand.substr(0, operand.find('+'));
  if (isPtxLiteral(name)) return {true, {}};
  const std::vector<size_t>& made = madeBy(name);
  if (made.empty()) return {true, isSymbol(name) ? name : std::string_view()};
  if (!open.insert(name).second) return {true, {}, true};
  Symbol all{true, {}, true};
  for (const size_t index : made) {
    const Symbol one = symbolOf(all_[index], open);
    if (one.isRound) continue;
    if (!one.isKnown || (!all.isRound && one.name != all.name)) all = {false, {}};
    if (!all.isKnown) break;
    all = one;
  }
  open.erase(name);
  return all;
}

/// What else is added to the address of a variable is an offset.
PtxDataFlow::Symbol PtxDataFlow::symbolOf(const PtxOperation& one, Seen& open) const {
  if (isPtxWord(one.root(), {"mul", "mad", "shl", "cvt", "and"})) return {true, {}};
  if (!isPtxWord(one.root(), {"add", "mov", "cvta"})) return {false, {}};
  Symbol sum{true, {}};
  for (const std::string_view from : one.from) {
    const Symbol part = followSymbol(from, open);
    if (!part.isKnown || (!part.name.empty() && !sum.name.empty())) return {false, {}};
    sum.isRound |= part.isRound;
    if (!part.name.empty()) sum.name = part.name;
  }
  return sum;
}

bool PtxDataFlow::isStoredProduct(std::string_view operand) const {
  if (productsIn_.empty()) return false;
  Seen seen;
  return comesFromLoad(operand, seen);
}

bool PtxDataFlow::comesFromLoad(std::string_view operand, Seen& seen) const {
  if (!seen.insert(operand).second) return false;
  const std::vector<size_t>& made = madeBy(operand);
  return std::any_of(made.begin(), made.end(), [&](size_t index) {
    const PtxOperation& one = all_[index];
    if (one.root() == "ld") {
      const std::string_view space = one.space();
      if (isPtxWord(space, {"param", "const"})) return false;
      return std::any_of(productsIn_.begin(), productsIn_.end(), [&](const auto& stored) {
        return one.line >= stored.second && (space.empty() || stored.first.empty() || stored.first == space);
      });
    }
    return one.hands() && std::any_of(one.from.begin(), one.from.end(),
                                      [&](std::string_view from) { return comesFromLoad(from, seen); });
  });
}

}  // namespace warpwright
