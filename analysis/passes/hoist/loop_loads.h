#pragma once

#include <clang/AST/Type.h>

#include <optional>
#include <vector>

#include "analysis/passes/hoist/first_round.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace clang {
class ParmVarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// A load from memory behind an argument that has one address in all rounds of a loop.
struct LoopLoad {
  const clang::Stmt* loop = nullptr;
  const clang::Stmt* statement = nullptr;  ///< the loop with what is written before it: stands in a block
  const clang::ParmVarDecl* array = nullptr;
  clang::QualType type;                      ///< of what is loaded: a number
  std::vector<const clang::Expr*> mentions;  ///< in the loop, in the order of the text
  FirstRound first;                          ///< of one of them: never notKnown
};

struct LoopLoads {
  std::vector<LoopLoad> loads;  ///< one for each element and loop, in the order of the text
  Message why;                  ///< why another load of an element stays; empty: there is none
  bool isOpen = false;          ///< that is because something is not understood
};

/// Loads that a kernel makes again and again, each with the outermost loop in front of which it can stand. Compilers
/// keep none of these by themselves: the loop stores, or waits for other threads. Whether what is loaded changes while
/// the kernel runs is not looked at. `kernel`: a definition without open types. Errors: nothing of it is understood.
Result<LoopLoads> findLoopLoads(const Editor& editor, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
