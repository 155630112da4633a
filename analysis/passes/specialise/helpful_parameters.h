#pragma once

#include <functional>
#include <vector>

namespace clang {
class FunctionDecl;
class ParmVarDecl;
}  // namespace clang

namespace warpwright::passes {

/// A parameter that compilers can make more of where it is a constant.
struct HelpfulParameter {
  const clang::ParmVarDecl* parameter = nullptr;
  bool divides = false;  ///< something is divided by it: 0 is no constant to be written
};

/// Whole numbers among the parameters that end or stride a loop, divide, stride what a loop goes over, or decide a
/// branch alone or with others that are known; in the kernel, or in functions that it hands them to. In order.
/// `kernel`: the definition as it is written. `isKnown`: could the parameter be a constant, too?
std::vector<HelpfulParameter> helpfulParameters(const clang::FunctionDecl& kernel,
                                                const std::function<bool(const clang::ParmVarDecl&)>& isKnown);

/// Would the same be so of `blockDim`, as the kernel's own body names it? Not where the body has lambdas or classes of
/// its own: what is declared around them is not theirs.
bool helpsBlock(const clang::FunctionDecl& kernel);

}  // namespace warpwright::passes
