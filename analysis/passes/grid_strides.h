#pragma once

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::passes {

/// Does a kernel do the same work whatever number of blocks it is launched with along x, as far as its text shows? All
/// that it asks of blockIdx and gridDim are the starts and steps of loops that stride by the whole grid:
///
///   for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
///   for (int row = blockIdx.x; row < rows; row += gridDim.x)
///
/// as `for` or as `while`, with variables that are set once in between. Such a loop ends at a bound only, stands in no
/// other such loop, and a thread keeps nothing from one round for the next (see carriesState), and no two rounds
/// write one place (see writesPlacesTwice); outside of it nothing is added to memory, and no function or constructor is
/// called that may change it, as each thread would. False: not seen to be so.
bool stridesByGrid(const clang::FunctionDecl& kernel);

}  // namespace warpwright::passes
