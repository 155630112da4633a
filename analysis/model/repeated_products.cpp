#include "analysis/model/repeated_products.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace warpwright::model {

using llvm::dyn_cast;
using llvm::Instruction;
using llvm::Value;

namespace {

constexpr size_t mostProducts = 400;  // where there are more, some may be made again

}  // namespace

RepeatedProducts::RepeatedProducts(llvm::Function& kernel, std::vector<FloatProduct> products)
    : alike_(kernel), dominators_(kernel), loops_(dominators_), products_(std::move(products)) {}

const Instruction* RepeatedProducts::any(bool sees) {
  if (products_.size() > mostProducts) return products_.front().at;
  for (size_t i = 0; i < products_.size(); ++i) {
    const FloatProduct& one = products_[i];
    const llvm::Loop* loop = loops_.getLoopFor(one.at->getParent());
    if (Likeness in; loop && areSameInRounds(one.factors, *loop, in, 0) && counts(in, sees)) return one.at;
    if (sees && hasConstant(one)) return one.at;
    for (size_t j = 0; j < i; ++j) {
      const bool isOfKind = one.of == products_[j].of && one.at->getType() == products_[j].at->getType();
      const std::optional<Likeness> both = isOfKind ? likenessOf(one, products_[j]) : std::nullopt;
      if (both && counts(*both, sees)) return one.at;
    }
  }
  return nullptr;
}

/// Nothing: they are not alike.
std::optional<Likeness> RepeatedProducts::likenessOf(const FloatProduct& one, const FloatProduct& other) {
  if (one.factors.size() != other.factors.size()) return std::nullopt;
  std::optional<Likeness> found;
  for (const bool swapped : {false, true}) {
    if (swapped && one.factors.size() < 2) break;
    Likeness likeness;
    bool isAlike = true;
    for (size_t i = 0; isAlike && i < one.factors.size(); ++i) {
      const size_t j = swapped && i < 2 ? 1 - i : i;
      isAlike = alike_.areAlike(*one.factors[i], *other.factors[j], likeness);
    }
    if (!isAlike) continue;
    if (!found) found.emplace();
    found->loaded |= likeness.loaded;
    found->stored |= likeness.stored;
  }
  return found;
}

bool RepeatedProducts::areSameInRounds(const std::vector<const Value*>& values, const llvm::Loop& loop,
                                       Likeness& likeness, int depth) const {
  return std::all_of(values.begin(), values.end(), [&](const Value* value) {
    const auto* one = dyn_cast<Instruction>(value);
    if (!one || !loop.contains(one)) return true;
    if (AlikeValues::isAnew(*one)) return false;
    const bool isLoad = AlikeValues::isLoad(*one);
    likeness.loaded |= isLoad || llvm::isa<llvm::CallBase>(one) || depth == AlikeValues::deepest;
    if (isLoad) likeness.stored |= alike_.readsStored(*llvm::cast<llvm::LoadInst>(one));
    if (depth == AlikeValues::deepest) return true;
    return areSameInRounds({one->op_begin(), one->op_end()}, loop, likeness, depth + 1);
  });
}

/// May a factor turn out to be a constant that the kernel stores? The product may be known then, or have another sign.
bool RepeatedProducts::hasConstant(const FloatProduct& product) const {
  return std::ranges::any_of(product.factors, [&](const Value* factor) {
    const auto* load = dyn_cast<llvm::LoadInst>(factor);
    return load && AlikeValues::isLoad(*load) && alike_.mayFindConstant(*load);
  });
}

}  // namespace warpwright::model
