#pragma once

namespace clang {
class ASTContext;
class BinaryOperator;
class Stmt;
}  // namespace clang
namespace warpwright::rewrite {
struct Mentions;
}  // namespace warpwright::rewrite

namespace warpwright::passes {

/// May a thread keep something from one round of a loop for another, in its own variables, through their addresses or
/// in shared memory? Shared memory of the loop serves one round only where each round writes the element first that it
/// asks for, by a plain assignment of the loop's body, and asks for no other. True: not seen not to be so.
/// `loop`: a `for` or a `while`; `step`: the change of its counter; `mentions`: of the kernel around it.
bool carriesState(const clang::Stmt& loop, const clang::BinaryOperator& step, const rewrite::Mentions& mentions,
                  const clang::ASTContext& context);

}  // namespace warpwright::passes
