#pragma once

namespace clang {
class ASTContext;
class BinaryOperator;
class Stmt;
class VarDecl;
}  // namespace clang
namespace warpwright::rewrite {
struct Mentions;
}  // namespace warpwright::rewrite

namespace warpwright::passes {

/// May two rounds of a loop write one place of memory that pointers lead to? What is there at the end depends on which
/// thread has which rounds then, and on their order. Places that follow the counter are one a round:
///
///   out[i] = v;  out[i * width + column] += v;  row = out + i * width; row[column] = v;
///
/// `i + column` is none, with a column that changes within the round: the next round's places overlap. Nor is what
/// memory, a division or a bit operation makes of the counter. The atomics of the library may meet. Functions of the
/// program that write anything but their own variables may write any place. True: not seen not to be so.
/// `loop`: a `for` or a `while`; `step`: the change of its counter; `mentions`: of the kernel around it.
bool writesPlacesTwice(const clang::Stmt& loop, const clang::BinaryOperator& step, const rewrite::Mentions& mentions,
                       const clang::ASTContext& context);

/// Does the part, by itself and not by a call, write memory that pointers lead to otherwise the second time than the
/// first: by `+=`, `++`, or a plain assignment of what comes from there?
bool addsByPointer(const clang::Stmt& part, const rewrite::Mentions& mentions);

}  // namespace warpwright::passes
