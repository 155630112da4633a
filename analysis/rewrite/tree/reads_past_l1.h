#pragma once

namespace clang {
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// A part of the code that reads what L1 does not keep (`__ldcg`), by functions that it calls, too: it may see what
/// other threads write, and a loop may wait for it. Null: there is none.
const clang::Stmt* readsPastL1(const clang::Stmt& code);

}  // namespace warpwright::rewrite
