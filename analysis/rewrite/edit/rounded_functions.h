#pragma once

#include <set>
#include <string>

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Is it a function of CUDA in which compilers make no sum one operation with a product, whatever they know of its
/// arguments? Its sums of products are fused by name already, in libdevice's code, or there are none. False: that is
/// not known.
bool leavesNoChoice(const clang::FunctionDecl& function);
/// Is it a sum or product that says how it is rounded, as `__fmaf_rn` does? No compiler takes it for part of another.
bool isRoundedByName(const clang::FunctionDecl& function);
/// The names of those that leave no choice.
const std::set<std::string>& roundedFunctions();

}  // namespace warpwright::rewrite
