#pragma once

#include "analysis/engine/lower/compiled_kernel.h"
#include "analysis/engine/lower/device_thread.h"

namespace llvm {
class CallInst;
class Instruction;
class StringRef;
}  // namespace llvm

namespace warpwright::engine {

/// Which threads an atomic or volatile access, or a fence, is meant for: as it was marked, or as the function of our
/// own headers says that it stands in (`atomicAdd_block`). What says nothing is for the device, fences for all.
Scope scopeOf(const llvm::Instruction& instruction);
/// True for a part of a copy that our own headers make at once, where a GPU goes on beside it (cuda::memcpy_async).
bool isCopiedAtOnce(const llvm::Instruction& instruction);
/// Marks what stands for a PTX instruction by the scope in its name: ".cta", ".gpu"; nothing where it has none.
void markScope(llvm::Instruction& instruction, llvm::StringRef ptxName);
/// Marks a load that need not see what its launch writes (ld.global.nc, ldu).
void markReadOnly(llvm::Instruction& load);
bool isMarkedReadOnly(const llvm::Instruction& instruction);
/// What a call of `__warpwright_texture` or `__warpwright_surface` does to texels (resources/cuda/README.md).
SiteKind texelAccess(const llvm::CallInst& call);

}  // namespace warpwright::engine
