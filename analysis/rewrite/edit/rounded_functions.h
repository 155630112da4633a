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
/// Their names.
const std::set<std::string>& roundedFunctions();

}  // namespace warpwright::rewrite
