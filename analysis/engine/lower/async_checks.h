#pragma once

#include "analysis/engine/lower/kernel_module.h"

namespace warpwright::engine {

/// Copies to shared memory that a thread goes on beside (cp.async) are done at once here; these calls, in checked code,
/// tell the checks until when what they write is not there, and what they read has to stay. Both stand where `call`
/// does. Of the source `read` bytes count.
void checkAsyncCopy(KernelModule& module, llvm::CallInst& call, llvm::Value& to, llvm::Value& bytes, llvm::Value& from,
                    llvm::Value& read);
/// The thread waits for all but the last `groups` of its copies (all ones: also for what belongs to no group). Null:
/// what it has copied since is a group.
void checkAsyncStep(KernelModule& module, llvm::CallInst& call, llvm::Value* groups);

}  // namespace warpwright::engine
