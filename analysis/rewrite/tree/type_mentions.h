#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace clang {
class FunctionDecl;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Mentions of `variable` that findUses does not see, since they stand in no statement of the body: inside decltype, in
/// classes that the function declares, and where `decltype(auto)` takes over the variable's own type. In source order.
std::vector<clang::SourceLocation> typeMentions(const clang::FunctionDecl& function, const clang::VarDecl& variable);

}  // namespace warpwright::rewrite
