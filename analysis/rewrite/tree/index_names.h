#pragma once

#include <optional>
#include <string>
#include <utility>

namespace clang {
class DeclRefExpr;
class MSPropertyRefExpr;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// `threadIdx` of `threadIdx.x`, as it is written there. Null: it is no variable's.
const clang::DeclRefExpr* indexObject(const clang::MSPropertyRefExpr& property);

/// The device member that `threadIdx.y` or `blockDim.x` names: {"threadIdx", 1}; nothing for other expressions.
std::optional<std::pair<std::string, int>> indexNamed(const clang::MSPropertyRefExpr& property);
/// The same of the whole expression that stands for it in the tree.
std::optional<std::pair<std::string, int>> indexNamed(const clang::Stmt& expression);

}  // namespace warpwright::rewrite
