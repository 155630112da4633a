#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include <optional>
#include <vector>

#include "analysis/model/alike_values.h"

namespace warpwright::model {

/// A product, or what compilers may make end in one.
struct FloatProduct {
  const llvm::Instruction* at = nullptr;
  const void* of = nullptr;  ///< what computes it: a function, or the same for all products, and for all quotients
  std::vector<const llvm::Value*> factors;
};

/// Products that are made again: what a compiler that may take loads for one, or that sees what a load finds, makes one
/// product, or takes out of a loop, or knows. A sum beside it then takes it no more.
class RepeatedProducts {
 public:
  RepeatedProducts(llvm::Function& kernel, std::vector<FloatProduct> products);

  /// One of them; null: there is none. `sees`: only those that are made again once it is seen what the kernel has
  /// stored where their factors are loaded.
  const llvm::Instruction* any(bool sees);

 private:
  bool counts(const Likeness& likeness, bool sees) const { return likeness.stored || (!sees && likeness.loaded); }
  std::optional<Likeness> likenessOf(const FloatProduct& one, const FloatProduct& other);
  bool areSameInRounds(const std::vector<const llvm::Value*>& values, const llvm::Loop& loop, Likeness& likeness,
                       int depth) const;
  bool hasConstant(const FloatProduct& product) const;

  AlikeValues alike_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  std::vector<FloatProduct> products_;
};

}  // namespace warpwright::model
