#pragma once

#include <string>

#include "analysis/passes/compaction/vector_plan.h"

namespace warpwright::rewrite {

/// What all instances of a kernel have in common.
struct VectorForm {
  unsigned width = 0;
  std::string blocks;        ///< a name for the number of blocks that a launch had
  bool sizesDiffer = false;  ///< an element is of another size in another instance
};

/// Writes the body of a kernel so that each thread does the work of `width` neighbours:
///
///     int i = …;                       const unsigned long long first = (… this thread's number …) * 4, …;
///     if (i < n) y[i] = f(x[i]);       struct alignas(16) { float of[4]; } y_i, x_i;
///                                      bool whole = …;      // all four work, at places that a vector can have
///                                      if (whole) x_i = *(vector at x[i] of the first);
///                                      for (unsigned m = 0; m < 4; ++m) {
///                                        if (!whole && first + m >= threads) break;
///                                        int i = first + m;
///                                        if (i < n) {
///                                          if (!whole) x_i.of[m] = x[i];
///                                          y_i.of[m] = f(x_i.of[m]);
///                                          if (!whole) y[i] = y_i.of[m];
///                                        }
///                                      }
///                                      if (whole) *(vector at y[i] of the first) = y_i;
///
/// The text of the work stays where it is, so that the code of both can be compared. Threads that a launch did not have
/// do nothing: a new last argument says how many blocks there were. Rounds of a loop (StrideLoop) take the place of
/// neighbours where the plan has one; then there is no new argument. `pattern`: the definition as it is written.
/// Errors: a macro spells what has to change, or a text that has to be repeated may not be.
Result<Edits> writeVectors(const Editor& editor, const VectorPlan& plan, const clang::FunctionDecl& pattern,
                           const VectorForm& form);

}  // namespace warpwright::rewrite
