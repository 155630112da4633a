#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

namespace warpwright::model {

/// What a pointer points into: an argument, a global variable, a thread's own; null: any of them may be.
const llvm::Value* objectOf(const llvm::Value& pointer);

/// On what it rests that two values are the same.
struct Likeness {
  bool loaded = false;  ///< that memory, or what a function gives, is the same twice
  bool stored = false;  ///< on what the kernel stores in memory that it loads from
};

/// Which values of a kernel a compiler may find to be the same, but for their signs, if it may take loads for one and
/// see what was stored where they load: however sums and products of whole numbers are written, and whichever factor
/// comes first. Says so of more than are the same; of less only where it takes more than sums, products and casts.
class AlikeValues {
 public:
  explicit AlikeValues(const llvm::Function& kernel);

  bool areAlike(const llvm::Value& one, const llvm::Value& other, Likeness& likeness, int depth = 0);
  /// Does a load find what the kernel itself stores?
  bool readsStored(const llvm::LoadInst& load) const;
  /// Is the value made of something that such a load finds?
  bool isMadeOfStored(const llvm::Value& value) const;
  /// May it find a constant there?
  bool mayFindConstant(const llvm::LoadInst& load) const;

  /// Memory that others see, or another thread may change.
  static bool isLoad(const llvm::Instruction& one);
  /// Never the same twice, whatever it is made of.
  static bool isAnew(const llvm::Instruction& one);

  static constexpr int deepest = 8;  ///< what is further down may be alike

 private:
  /// A product of whole numbers, with its constant factor.
  struct Term {
    int64_t times = 1;
    llvm::SmallVector<const llvm::Value*, 2> factors;
  };
  using Terms = std::vector<Term>;

  bool areAlikeInstructions(const llvm::Instruction& a, const llvm::Instruction& b, Likeness& likeness, int depth);
  bool areOperandsAlike(const llvm::Instruction& a, const llvm::Instruction& b, bool swapped, Likeness& likeness,
                        int depth);
  bool mayFind(const llvm::LoadInst& load, const llvm::Value& value, Likeness& likeness, int depth);
  bool areSumsAlike(const llvm::Value& a, const llvm::Value& b, Likeness& likeness, int depth);
  bool areTermsAlike(const Term& a, const Term& b, Likeness& likeness, int depth);
  void addTerms(const llvm::Value& value, int64_t times, Terms& terms, int depth) const;
  Terms product(const Terms& a, const Terms& b) const;

  const llvm::DataLayout& layout_;
  std::vector<const llvm::StoreInst*> stores_;
  bool writesOtherwise_ = false;
  size_t steps_ = 0;
};

}  // namespace warpwright::model
