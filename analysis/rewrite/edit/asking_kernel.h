#pragma once

#include <cstdint>
#include <optional>

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"
#include "core/finding/guard.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Makes the kernel's body a function that it calls, with the guard's numbers where they are what it was launched with:
///
///   __global__ void step(float* a, int n) { … }
///
///   static __device__ __forceinline__ void step_body(float* a, int n, const ::dim3 blockDim) { … }
///   __global__ void step(float* a, int n) {
///     if (n == 16 && blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1)
///       step_body(a, 16, ::dim3(256, 1, 1));
///     else
///       step_body(a, n, blockDim);
///   }
///
/// So whoever launches it, from whatever file, launches what he did. Variables in shared memory stay one each, as they
/// are the function's. `kernel`: the definition as it is written, of a template the pattern or a specialisation.
/// `threads`: that blocks have at most, where the compiler is to be told. The text that the edits make has to be
/// parsed: that names resolve, it alone can tell. Errors, as the rest of a sentence about the kernel: a macro or a
/// directive spells a part of it, it asks for its own name or line, a parameter has no name or is no plain memory.
Status writeAskingKernel(Editor& editor, const clang::FunctionDecl& kernel, const Guard& guard,
                         const std::optional<uint64_t>& threads);

/// Does the kernel ask already, for whatever numbers?
bool asksItself(const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
