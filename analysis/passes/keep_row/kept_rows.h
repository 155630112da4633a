#pragma once

#include <clang/AST/Type.h>

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/constant_loops.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace clang {
class Expr;
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// A loop that loads elements that are kept, or uses these.
struct KeptLoop {
  SteppedLoop head;                        ///< declares its counter
  const clang::Stmt* statement = nullptr;  ///< the loop with what is written before it
};

/// The element of a round of one loop that the same rounds of later loops of the thread load again.
struct KeptElement {
  std::string pointer;                  ///< the name that leads to it
  clang::QualType type;                 ///< what one element is: a number, or a class that is copied as bytes
  size_t first = 0;                     ///< the loop that loads it, in each of its rounds: stands in a block
  const clang::Expr* loaded = nullptr;  ///< there
  struct Again {
    size_t loop = 0;
    const clang::Expr* place = nullptr;
  };
  std::vector<Again> again;  ///< where it is loaded once more: whoever comes there came through all of `first`
};

struct KeptRows {
  std::vector<KeptLoop> loops;        ///< in the order of the text
  std::vector<KeptElement> elements;  ///< in the order of the text; each is loaded again
  Message why;                        ///< why another one is not among them, as the rest of a sentence; empty: none
};

/// Elements of memory that a thread loads in each round of a loop, and again in the same rounds of later ones: both
/// loops have the same counters, and the elements the same addresses in a round. The loops hold no others. What memory
/// it is, and whether it changes in between, is not looked at. `kernel`: a definition without open types. Errors:
/// nothing of it is understood.
Result<KeptRows> findKeptRows(const Editor& editor, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
