#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>

namespace warpwright::engine {

/// What one arithmetic instruction of PTX gives ("popc.b32", "mad.lo.s32"), of the operands of `call` in their order.
/// Null: not one of those that are known here.
llvm::Value* instructionValue(llvm::IRBuilder<>& builder, llvm::StringRef mnemonic, llvm::CallInst& call);

}  // namespace warpwright::engine
