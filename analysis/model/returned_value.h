#pragma once

namespace clang {
class Expr;
class FunctionDecl;
}  // namespace clang

namespace warpwright::model {

/// What a function gives whose body is one `return` and nothing else; null: its body is more, is not seen, or another
/// function may stand for it (it is virtual).
const clang::Expr* onlyReturned(const clang::FunctionDecl& function);

}  // namespace warpwright::model
