#pragma once

#include <llvm/IR/IRBuilder.h>

namespace warpwright::engine {

/// Assembly of one or more instructions that compute with registers and numbers alone: moves, conversions of addresses,
/// integer arithmetic, bits, comparisons, sums and products of floats. Gives what the call gives; null: not all of it
/// is known.
llvm::Value* assemblyValues(llvm::IRBuilder<>& builder, llvm::StringRef text, llvm::CallInst& call);

}  // namespace warpwright::engine
