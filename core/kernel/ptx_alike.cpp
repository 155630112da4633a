#include "core/kernel/ptx_alike.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/text_lines.h"
#include "core/kernel/ptx_constants.h"
#include "core/kernel/ptx_data_flow.h"
#include "core/kernel/ptx_integers.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {
namespace {

/// What an operand is: an operation's result, or what the text says of it.
struct Source {
  int64_t operation = -1;  ///< of all of the code; -1: none
  size_t place = 0;        ///< which of its results
  std::string leaf;        ///< a constant, a parameter, an index of the thread
  bool isNegative = false;

  auto operator<=>(const Source&) const = default;
};
using Sources = std::vector<Source>;

struct Operation {
  const PtxOperation* is = nullptr;
  size_t block = 0;
  std::string label;              ///< its kind and what stands in it besides operands
  std::vector<Sources> operands;  ///< each: all that may reach it
  bool isNegative = false;        ///< a product of a negative factor
  bool isFolded = false;          ///< a constant, which one compiler computes and the other leaves to be computed
  bool isSum = false;             ///< of whole numbers: operands are products, with their number, in any order
};

/// "_param_3+8" of a parameter of the kernel: its own name is not part of it.
std::string leafOf(std::string_view operand) {
  const size_t parameter = operand.rfind("_param_");
  return std::string(parameter == std::string_view::npos ? operand : operand.substr(parameter));
}

/// One function's operations with what their operands are.
class FunctionCode {
 public:
  FunctionCode(const PtxLines& lines, const PtxFunction& function)
      : flow_(lines, function, ptxFiles(lines), [](const SourcePosition&) { return std::string(); }) {
    findBlocks(lines, function);
    for (size_t i = 0; i < flow_.all().size(); ++i) all_.push_back(operationOf(i));
    for (size_t i = 0; i < all_.size(); ++i) {
      const PtxOperation& one = *all_[i].is;
      if (!one.isFloat() || one.root() != "mul") continue;
      for (const std::string_view factor : one.from) all_[i].isNegative ^= signOf(factor, i);
    }
    for (size_t i = 0; i < all_.size(); ++i) all_[i].isFolded = folded(i).has_value();
    for (size_t i = 0; i < flow_.all().size(); ++i) findOperands(i);
  }

  const std::vector<Operation>& all() const { return all_; }
  const std::vector<std::string>& ways() const { return ways_; }
  const Message& open() const { return open_; }

  /// An operation of which two give different values though their operands do not say so, and that is not ordered as
  /// loads are: clocks, matrices out of memory, results of several calls. Null: there is none.
  const PtxOperation* untold() const {
    const PtxOperation* result = nullptr;
    for (const PtxOperation& one : flow_.all()) {
      if (isPtxWord(one.root(), {"wmma", "ldmatrix", "multimem", "activemask"})) return &one;
      for (const std::string_view from : one.from) {
        if (from.starts_with("%clock") || from.starts_with("%globaltimer") || from.starts_with("%pm")) return &one;
        const bool isResult = one.root() == "ld" && from.find("retval") != std::string_view::npos;
        if (isResult && result) return &one;
        if (isResult) result = &one;
      }
    }
    return nullptr;
  }

  /// May a sum still take a product?
  bool isUnsettled(const PtxOperation& one) const {
    return one.isOpenSum() && std::ranges::any_of(one.from, [&](auto from) { return flow_.mayBeProduct(from); });
  }

 private:
  void findBlocks(const PtxLines& lines, const PtxFunction& function) {
    std::map<std::string, size_t> labels;
    const std::vector<size_t> blocks = ptxBlocks(lines, function);
    blockOf_.resize(lines.size() + 1);
    std::ranges::copy(blocks, blockOf_.begin() + static_cast<std::ptrdiff_t>(function.begin));
    for (size_t i = function.begin; i < std::min(function.end, lines.size()); ++i) {
      const std::string_view text = ptxInstruction(lines[i]);
      if (text.ends_with(':')) labels[std::string(text.substr(0, text.size() - 1))] = blockOf_[i];
      const bool branches = isPtxBranch(text.substr(0, text.find_first_of(" \t.;")));
      const size_t at = lines[i].find_first_not_of(" \t");
      const bool isPredicated = at != std::string_view::npos && lines[i][at] == '@';
      if (isPredicated && !branches) open_ = "one instruction of its code is made under a condition";
      if (branches) predicates_[i] = isPredicated ? textWords(lines[i].substr(at + 1), " \t!").front() : "";
    }
    for (const auto& [line, predicate] : predicates_) {
      const std::vector<std::string_view> words = textWords(ptxInstruction(lines[line]), " \t,;");
      const auto target = labels.find(words.size() > 1 ? std::string(words.back()) : std::string());
      const size_t sign = lines[line].find('!');
      ways_.push_back(std::to_string(blockOf_[line]) + (predicate.empty() ? "" : " if") +
                      (sign == std::string_view::npos ? " " : " not ") + std::string(words.front()) + " " +
                      (target == labels.end() ? std::string() : std::to_string(target->second)));
      if (words.front().starts_with("brx")) open_ = "its code has a table of branches";
    }
  }

  Operation operationOf(size_t index) const {
    const PtxOperation& one = flow_.all()[index];
    Operation made;
    made.is = &one;
    made.block = blockOf_[one.line];
    std::string kind(one.mnemonic);
    if (one.isFloat() && isPtxWord(one.root(), {"add", "sub", "mul"})) {
      kind = one.root() == "sub" ? "add" : std::string(one.root());
      for (size_t i = 1; i < one.parts.size(); ++i) kind += one.parts[i] == "rn" ? "" : "." + std::string(one.parts[i]);
    }
    made.label = kind + " " + std::to_string(one.to.size());
    return made;
  }

  /// What hands on a value of one operation, or a constant, is passed by. Requires: what it makes is what reaches the
  /// operand that is followed.
  bool isPassedBy(size_t index) const {
    const PtxOperation& one = flow_.all()[index];
    if (one.to.size() != 1 || one.from.size() != 1) return false;
    const std::vector<size_t>& made = flow_.madeBy(one.from.front());
    const bool isOne = made.size() == 1 || lastBefore(made, index);
    if (one.root() == "neg" && one.isFloat()) return isOne;
    return one.root() == "mov" && (isOne || (made.empty() && one.from.front().find('{') == std::string_view::npos));
  }

  /// Of those, the last one of the operation's block that stands before it.
  std::optional<size_t> lastBefore(const std::vector<size_t>& made, size_t at) const {
    std::optional<size_t> last;
    for (const size_t index : made) {
      if (index < at && blockOf_[flow_.all()[index].line] == blockOf_[flow_.all()[at].line]) last = index;
    }
    return last;
  }

  /// Does it round once, to the nearest, and keep denormal numbers? Sums and products do where they say nothing else.
  static bool isRoundedOnce(const PtxOperation& one) {
    if (one.parts.size() == 2) return isPtxWord(one.root(), {"add", "sub", "mul"});
    return one.parts.size() == 3 && one.parts[1] == "rn";
  }

  /// `__fmaf_rn(2, 2048, -2048)`: the constant that the operation makes of constants; nothing: it makes none.
  std::optional<std::string> folded(size_t index, int depth = 0) const {
    constexpr int deepest = 8;
    const PtxOperation& one = flow_.all()[index];
    if (!isRoundedOnce(one) || depth == deepest || one.to.size() != 1 || flow_.madeBy(one.to.front()).size() != 1)
      return {};
    std::vector<std::pair<std::string, bool>> operands;
    for (const std::string_view operand : one.from) {
      const Sources sources = sourcesOf(operand, index, false, depth + 1);
      if (sources.size() != 1 || sources.front().operation >= 0) return {};
      operands.emplace_back(sources.front().leaf, sources.front().isNegative);
    }
    return ptxResult(one.root(), one.parts.back(), operands);
  }

  bool signOf(std::string_view operand, size_t at) const {
    const Sources sources = sourcesOf(operand, at);
    return sources.size() == 1 && sources.front().isNegative;
  }

  /// What may reach the operand at that operation: what was made before it in its block, or else anywhere.
  Sources sourcesOf(std::string_view operand, size_t at, bool isNegative = false, int depth = 0) const {
    const std::vector<size_t>& made = flow_.madeBy(operand);
    const std::optional<std::string> constant = made.size() == 1 ? folded(made.front(), depth) : std::nullopt;
    if (made.empty() || constant) {
      auto [leaf, hasSign] = withoutSign(constant ? *constant : leafOf(operand));
      return {{-1, 0, std::move(leaf), hasSign != isNegative}};
    }
    const std::optional<size_t> last = lastBefore(made, at);
    Sources found;
    for (const size_t index : made) {
      if (last && index != *last) continue;
      const PtxOperation& one = flow_.all()[index];
      if ((made.size() == 1 || last) && isPassedBy(index))
        return sourcesOf(one.from.front(), index, isNegative != (one.root() == "neg"), depth);
      const auto place = static_cast<size_t>(std::find(one.to.begin(), one.to.end(), operand) - one.to.begin());
      const bool sign = index < all_.size() && all_[index].isNegative;
      found.push_back({static_cast<int64_t>(index), place, {}, isNegative != sign});
    }
    return found;
  }

  using Polynomial = PtxPolynomial<Source>;
  static constexpr size_t mostProducts = 64;  ///< of a sum; a longer one is a number like any

  /// What the operand is a sum of at that operation. `isExact`: numbers of 32 bits that become such of 64 are numbers
  /// like any, for they might overflow.
  Polynomial wholeOf(std::string_view operand, size_t at, bool isExact = false) {
    if (const auto number = wholeNumber(operand)) return {{{}, *number}};
    const Sources sources = sourcesOf(operand, at);
    if (sources.size() != 1) return {{{valueOf(sources, at)}, 1}};
    const int64_t made = sources.front().operation;
    if (made >= 0 && flow_.madeBy(operand).size() == 1 && static_cast<size_t>(made) != at) {
      if (const Polynomial& sum = wholeSum(static_cast<size_t>(made), isExact); !sum.empty()) return sum;
    }
    return {{{sources.front()}, 1}};
  }

  /// What the operation is a sum of; empty: no sum of whole numbers, or of too many.
  const Polynomial& wholeSum(size_t index, bool isExact = false) {
    const auto [known, isNew] = sums_.try_emplace({isExact, index});
    if (!isNew) return known->second;  // empty, too, while it is being followed: a round of a loop
    const PtxOperation& one = flow_.all()[index];
    const PtxWholeOperation is = wholeOperation(one);
    if (is.kind == PtxWhole::none || (is.widens && isExact)) return known->second;
    std::vector<Polynomial> of;
    for (const std::string_view operand : one.from) {
      of.push_back(wholeOf(operand, index, isExact));
      if (is.widens) widen(of.back());
      if (of.back().size() > mostProducts) return known->second;
    }
    Polynomial sum;
    switch (is.kind) {
      case PtxWhole::none:
        break;
      case PtxWhole::widen:
        sum = of[0];
        break;
      case PtxWhole::add:
        sum = sumOf(of[0], of[1], 1);
        break;
      case PtxWhole::subtract:
        sum = sumOf(of[0], of[1], ~uint64_t{0});
        break;
      case PtxWhole::multiply:
        sum = productOf(of[0], of[1]);
        break;
      case PtxWhole::multiplyAdd:
        sum = sumOf(productOf(of[0], of[1]), of[2], 1);
        break;
      case PtxWhole::shift:
        sum = sumOf({}, of[0], uint64_t{1} << *wholeNumber(one.from[1]));
        break;
      case PtxWhole::negate:
        sum = sumOf({}, of[0], ~uint64_t{0});
        break;
    }
    keepBits(sum, is.bits);
    if (sum.size() <= mostProducts) known->second = std::move(sum);
    return known->second;
  }

  /// A value that several operations may have made, as it is read at that one.
  Source valueOf(const Sources& sources, size_t at) {
    const std::string key = std::to_string(blockOf_[flow_.all()[at].line]);
    return addedOperation(key + " value", {sources}, false);
  }

  Source addedOperation(const std::string& label, std::vector<Sources> operands, bool isSum) {
    static const PtxOperation none{.mnemonic = "value", .parts = {"value"}};
    const auto [known, isNew] = added_.try_emplace({label, operands}, all_.size());
    if (isNew) all_.push_back({&none, 0, label, std::move(operands), false, false, isSum});
    return {static_cast<int64_t>(known->second), 0, {}, false};
  }

  static std::vector<Sources> operandsOf(const Polynomial& sum) {
    std::vector<Sources> products;
    for (const auto& [factors, times] : sum) {
      Sources product = factors;
      product.push_back({-1, 0, "times " + std::to_string(times), false});
      products.push_back(std::move(product));
    }
    return products;
  }

  /// "[%rd5+12]", which came without its brackets.
  Sources addressOf(std::string_view operand, size_t offset, size_t index) {
    Polynomial sum = wholeOf(operand.substr(0, offset), index);
    const auto number = offset == std::string_view::npos
                            ? std::optional<uint64_t>(0)
                            : wholeNumber(operand.substr(operand[offset] == '+' ? offset + 1 : offset));
    if (!number) return {};
    sum = sumOf(std::move(sum), Polynomial{{{}, *number}}, 1);
    keepBits(sum, 64);
    const Source address = addedOperation("address", operandsOf(sum), true);
    const Polynomial exact = sumOf(wholeOf(operand.substr(0, offset), index, true), Polynomial{{{}, *number}}, 1);
    const auto [known, isNew] = exactPlaces_.try_emplace(static_cast<size_t>(address.operation), exact);
    if (!isNew && known->second != exact) open_ = "two of its places may be one";
    return {address};
  }

  void findOperands(size_t index) {
    const PtxOperation& one = *all_[index].is;
    if (const Polynomial sum = wholeSum(index); !sum.empty()) {
      all_[index].label = "sum " + std::to_string(wholeOperation(one).bits);
      all_[index].operands = operandsOf(sum);
      all_[index].isSum = true;
      return;
    }
    std::string label;
    std::vector<Sources> operands;
    for (const std::string_view operand : one.from) {
      const size_t offset = operand.starts_with('%') ? operand.find_first_of("+-") : std::string_view::npos;
      const bool isAddress = operand.starts_with('%') && isPtxWord(one.root(), {"ld", "st", "ldu", "atom", "red"}) &&
                             operand.data() == one.from.front().data();
      Sources address = isAddress ? addressOf(operand, offset, index) : Sources();
      if (address.empty() && offset != std::string_view::npos) label += " " + std::string(operand.substr(offset));
      operands.push_back(address.empty() ? sourcesOf(operand.substr(0, offset), index) : std::move(address));
    }
    all_[index].label += label;
    all_[index].operands = std::move(operands);
    signOperands(all_[index], one);
  }

  static void signOperands(Operation& made, const PtxOperation& one) {
    const auto negate = [](Sources& sources) {
      for (Source& source : sources) source.isNegative = !source.isNegative;
    };
    if (!one.isFloat()) return;
    if (one.root() == "sub" && made.operands.size() == 2) negate(made.operands[1]);
    if (one.root() == "mul") {
      // The sign is the product's; of what several operations make it stays where it is.
      bool sign = false;
      for (Sources& factor : made.operands) {
        if (factor.size() == 1) sign ^= std::exchange(factor.front().isNegative, false);
      }
      if (sign != made.isNegative) made.label += " negative";
    }
    if (one.isFused() && made.operands.size() == 3 && made.operands[0].size() == 1 && made.operands[1].size() == 1) {
      bool& first = made.operands[0].front().isNegative;
      bool& second = made.operands[1].front().isNegative;
      first = first != second;
      second = false;
      if (first) made.label += " negative";
      first = false;
    }
  }

  PtxDataFlow flow_;
  std::vector<size_t> blockOf_;                         ///< by line
  std::map<size_t, std::string_view> predicates_;       ///< of branches, by line
  std::vector<std::string> ways_;                       ///< where each goes
  std::vector<Operation> all_;                          ///< those of the text, then what is added
  std::map<std::pair<bool, size_t>, Polynomial> sums_;  ///< by whether it is exact, and the operation
  std::map<size_t, Polynomial> exactPlaces_;            ///< by the operation that was added for an address
  std::map<std::pair<std::string, std::vector<Sources>>, size_t> added_;
  Message open_;
};

bool isCommutative(const PtxOperation& one) {
  return isPtxWord(one.root(), {"add", "sub", "mul", "fma", "mad", "min", "max"}) && one.isFloat();
}

/// Sorts the operations of both codes into classes, until none is told apart any more.
class Partition {
 public:
  Partition(const FunctionCode& before, const FunctionCode& after) : codes_{&before, &after} {
    for (int side = 0; side < 2; ++side) classes_[side].assign(codes_[side]->all().size(), 0);
    refine();
    orderLoads();
    refine();
  }

  /// An operation that has none that corresponds to it; null: there is none.
  const PtxOperation* alone() const {
    std::map<size_t, std::pair<int64_t, const PtxOperation*>> counts;
    for (int side = 0; side < 2; ++side) {
      for (size_t i = 0; i < classes_[side].size(); ++i) {
        const Operation& one = codes_[side]->all()[i];
        if (one.isFolded || !isCompared(*one.is)) continue;
        auto& [count, first] = counts[classes_[side][i]];
        count += side == 0 ? 1 : -1;
        if (!first) first = one.is;
      }
    }
    for (const auto& [number, count] : counts) {
      if (count.first != 0) return count.second;
    }
    return nullptr;
  }

 private:
  using OperandKey = std::vector<std::tuple<size_t, size_t, std::string, bool>>;
  using Key = std::tuple<size_t, size_t, std::string, size_t, std::vector<OperandKey>>;

  static bool isCompared(const PtxOperation& one) {
    if (isPtxWord(one.root(), {"mov", "neg"})) return false;
    return one.isFloat() || isPtxWord(one.root(), {"st", "atom", "red"});
  }

  Key keyOf(int side, size_t index) const {
    const Operation& one = codes_[side]->all()[index];
    std::vector<OperandKey> operands;
    for (const Sources& sources : one.operands) {
      OperandKey key;
      for (const Source& source : sources)
        key.emplace_back(source.operation < 0 ? 0 : classes_[side][static_cast<size_t>(source.operation)] + 1,
                         source.place, source.leaf, source.isNegative);
      std::sort(key.begin(), key.end());
      operands.push_back(std::move(key));
    }
    if (one.isSum) std::sort(operands.begin(), operands.end());
    if (isCommutative(*one.is) && operands.size() >= 2) std::sort(operands.begin(), operands.begin() + 2);
    const auto rank = ranks_[side].find(index);
    return {classes_[side][index], one.block, one.label, rank == ranks_[side].end() ? 0 : rank->second + 1,
            std::move(operands)};
  }

  void refine() {
    for (size_t known = 0;;) {
      std::map<Key, size_t> numbers;
      std::vector<size_t> next[2];
      for (int side = 0; side < 2; ++side) {
        for (size_t i = 0; i < classes_[side].size(); ++i)
          next[side].push_back(numbers.try_emplace(keyOf(side, i), numbers.size()).first->second);
      }
      for (int side = 0; side < 2; ++side) classes_[side] = std::move(next[side]);
      if (numbers.size() == known) return;
      known = numbers.size();
    }
  }

  /// What is read twice from one place may be another value the second time.
  void orderLoads() {
    for (int side = 0; side < 2; ++side) {
      std::map<size_t, size_t> counts;
      for (size_t i = 0; i < classes_[side].size(); ++i) {
        if (isPtxWord(codes_[side]->all()[i].is->root(), {"ld", "atom", "tex", "shfl", "call", "ldu"}))
          ranks_[side][i] = counts[classes_[side][i]]++;
      }
    }
  }

  const FunctionCode* codes_[2];
  std::vector<size_t> classes_[2];
  std::map<size_t, size_t> ranks_[2];
};

PtxDifference differenceOf(const FunctionCode& before, const FunctionCode& after) {
  for (const FunctionCode* code : {&before, &after}) {
    if (!code->open().empty()) return {code->open()};
    if (const PtxOperation* one = code->untold())
      return {{"what %1 gives is not told apart", ::warpwright::code(std::string(one->mnemonic))}, one->at.line};
    for (const Operation& one : code->all()) {
      if (code->isUnsettled(*one.is))
        return {"a product and a sum that are rounded apart may still become one operation", one.is->at.line};
    }
  }
  if (before.ways() != after.ways()) return {"their code does not branch alike"};
  const PtxOperation* alone = Partition(before, after).alone();
  if (!alone) return {};
  return {{"%1 of one code has no counterpart in the other", code(std::string(alone->mnemonic))}, alone->at.line};
}

}  // namespace

Result<PtxDifference> ptxDifference(const std::string& before, const std::string& after, const std::string& kernel) {
  const PtxLines linesBefore = textLines(before), linesAfter = textLines(after);
  const std::vector<PtxFunction> some = ptxFunctions(linesBefore, kernel), others = ptxFunctions(linesAfter, kernel);
  const auto hasKernel = [](const std::vector<PtxFunction>& functions) {
    return std::any_of(functions.begin(), functions.end(), [](const PtxFunction& one) { return one.isKernel; });
  };
  if (!hasKernel(some) || !hasKernel(others)) return inputError({"%1 is not in the code", code(kernel)});
  if (some.size() != others.size()) return PtxDifference{"they do not call the same functions"};
  for (size_t i = 0; i < some.size(); ++i) {
    PtxDifference one = differenceOf(FunctionCode(linesBefore, some[i]), FunctionCode(linesAfter, others[i]));
    if (!one.why.empty()) return one;
  }
  return PtxDifference();
}

}  // namespace warpwright
