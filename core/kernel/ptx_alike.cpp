#include "core/kernel/ptx_alike.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/text_lines.h"
#include "core/kernel/ptx_operands.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {
namespace {

bool isCommutative(const PtxOperation& one) {
  return isPtxWord(one.root(), {"add", "sub", "mul", "fma", "mad", "min", "max"}) && one.isFloat();
}

/// Sorts the operations of both codes into classes, until none is told apart any more.
class Partition {
 public:
  Partition(const PtxOperands& before, const PtxOperands& after) : codes_{&before, &after} {
    for (int side = 0; side < 2; ++side) classes_[side].assign(codes_[side]->all().size(), 0);
    refine();
    orderLoads();
    refine();
  }

  /// An operation that has none that corresponds to it; null: there is none. What a compiler computes once more is what
  /// it has computed.
  const PtxOperation* alone() const {
    std::map<size_t, std::pair<int64_t, const PtxOperation*>> counts;
    for (int side = 0; side < 2; ++side) {
      std::set<size_t> seen;
      for (size_t i = 0; i < classes_[side].size(); ++i) {
        const PtxMade& one = codes_[side]->all()[i];
        if (one.isFolded || !isCompared(*one.is)) continue;
        if (one.isPure && !seen.insert(classes_[side][i]).second) continue;
        auto& [count, first] = counts[classes_[side][i]];
        count += side == 0 ? 1 : -1;
        if (!first) first = one.is;
      }
    }
    for (const auto& [number, count] : counts) {
      if (count.first != 0) return count.second;
    }
    return askedOtherwise();
  }

 private:
  using OperandKey = std::vector<std::tuple<size_t, size_t, std::string, bool>>;
  using Key = std::tuple<size_t, size_t, std::string, size_t, std::vector<OperandKey>>;

  /// A comparison that a branch of one asks, and that of the other does not.
  const PtxOperation* askedOtherwise() const {
    for (size_t i = 0; i < codes_[0]->asked().size() && i < codes_[1]->asked().size(); ++i) {
      std::array<size_t, 2> asked{};
      const PtxOperation* compares = nullptr;
      for (int side = 0; side < 2; ++side) {
        const int64_t index = codes_[side]->asked()[i].operation;
        if (index < 0) continue;
        asked[side] = classes_[side][static_cast<size_t>(index)] + 1;
        const PtxOperation& one = *codes_[side]->all()[static_cast<size_t>(index)].is;
        if (one.isFloat()) compares = &one;
      }
      if (compares && asked[0] != asked[1]) return compares;
    }
    return nullptr;
  }

  static bool isCompared(const PtxOperation& one) {
    if (isPtxWord(one.root(), {"mov", "neg"})) return false;
    return one.isFloat() || isPtxWord(one.root(), {"st", "atom", "red"});
  }

  Key keyOf(int side, size_t index) const {
    const PtxMade& one = codes_[side]->all()[index];
    std::vector<OperandKey> operands;
    for (const PtxSources& sources : one.operands) {
      OperandKey key;
      for (const PtxSource& source : sources)
        key.emplace_back(source.operation < 0 ? 0 : classes_[side][static_cast<size_t>(source.operation)] + 1,
                         source.place, source.leaf, source.isNegative);
      std::sort(key.begin(), key.end());
      operands.push_back(std::move(key));
    }
    if (one.isSum) std::sort(operands.begin(), operands.end());
    if (isCommutative(*one.is) && operands.size() >= 2) std::sort(operands.begin(), operands.begin() + 2);
    const auto rank = ranks_[side].find(index);
    return {classes_[side][index], one.isPure ? 0 : one.block, one.label,
            rank == ranks_[side].end() ? 0 : rank->second + 1, std::move(operands)};
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
        const PtxMade& one = codes_[side]->all()[i];
        if (!one.isPure && isPtxWord(one.is->root(), {"ld", "atom", "tex", "shfl", "call", "ldu"}))
          ranks_[side][i] = counts[classes_[side][i]]++;
      }
    }
  }

  const PtxOperands* codes_[2];
  std::vector<size_t> classes_[2];
  std::map<size_t, size_t> ranks_[2];
};

PtxDifference differenceOf(const PtxOperands& before, const PtxOperands& after) {
  for (const PtxOperands* code : {&before, &after}) {
    if (!code->open().empty()) return {code->open()};
    if (const PtxOperation* one = code->untold())
      return {{"what %1 gives is not told apart", ::warpwright::code(std::string(one->mnemonic))}, one->at.line};
    for (const PtxMade& one : code->all()) {
      if (code->isUnsettled(*one.is))
        return {"a product and a sum that are rounded apart may still become one operation", one.is->at.line};
    }
  }
  if (before.control().ways() != after.control().ways()) return {"their code does not branch alike"};
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
    PtxDifference one = differenceOf(PtxOperands(linesBefore, some[i]), PtxOperands(linesAfter, others[i]));
    if (!one.why.empty()) return one;
  }
  return PtxDifference();
}

}  // namespace warpwright
