#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>

namespace warpwright::engine {

/// What an instruction on numbers of 16 bits gives, one or two in 32, as a toolkit's cuda_fp16.hpp and cuda_bf16.hpp
/// write them ("add.bf16x2", "cvt.f32.f16"): of the operands of `call`, in the order that `operands` names them. The
/// value may be of another type of the same size. Null: not one of these.
llvm::Value* halfAssembly(llvm::IRBuilder<>& builder, llvm::StringRef mnemonic, llvm::StringRef operands,
                          llvm::CallInst& call);

}  // namespace warpwright::engine
