#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/passes/compaction/effects.h"

namespace clang {
class ForStmt;
}  // namespace clang

namespace warpwright::rewrite {

/// How a statement is carried out once a thread stands for several merged ones.
enum class StatementClass : uint8_t {
  once,  ///< the same for all merged threads: it runs once
  each,  ///< it runs for each merged thread, inside a loop over them
  kept,  ///< its condition is the same for all; it stays, and what it holds is looked at by itself
  barrier,
};

/// A statement of the kernel, or one of several variables that a declaration holds.
struct CodeStatement {
  enum class Kind : uint8_t { simple, declaration, block, branch, loop, barrier, jump };
  Kind kind = Kind::simple;
  const clang::Stmt* statement = nullptr;    ///< as written, attributes included
  const clang::VarDecl* variable = nullptr;  ///< declaration: which one
  std::vector<CodeStatement> children;       ///< block: its statements; branch: then, else; loop: the body
  Effects own;                               ///< of the condition, or of the statement where it has no children
  Effects all;                               ///< with all children
  bool hasReturn = false;
  bool leavesLoop = false;  ///< holds a break or continue of a loop around it
  uint32_t line = 0;
  StatementClass chosen = StatementClass::once;
  bool isRepeatedDeclaration = false;  ///< its value is computed again where it is used
  /// A variable of this loop's head, as if declared before it, or a step of one, as if it ended the body. It stays in
  /// the head where it is the same for all merged threads.
  const clang::ForStmt* header = nullptr;
};

/// The body of a kernel as a tree. `splitsHeaders`: what the heads of loops around barriers declare and step stands in
/// lists of its own, where it may (LoopHeader). Errors: what is not understood, "line 12 …".
Result<CodeStatement> readCode(const clang::Stmt& body, const Editor& editor, EffectReader& reader,
                               bool splitsHeaders = false);

/// May a round of the loop with this body end before the end of the body, by `break` or `continue`?
bool endsRounds(const clang::Stmt& body);

}  // namespace warpwright::rewrite
