#pragma once

#include <string>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/placement/owned_elements.h"
#include "analysis/passes/placement/shared_target.h"
#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::passes {

/// Where a run of statements stands in the source, and what its elements are called there.
struct OwnedText {
  rewrite::TextRange bytes;  ///< from where the loads go to where the stores go
  uint32_t statement = 0;    ///< where the first statement begins; a pragma may stand before it
  SourceRange range;         ///< of the statements
  std::string element;       ///< "tile[ty][tx]"; "col[t]" for all elements of a row
  std::string first,
      last;  ///< what stands before and behind the slot: "col[t][", "]"; all of it where there is no slot
};

/// Reads the run's text. Errors: it comes out of a macro, or the preprocessor leaves something of it out.
Result<OwnedText> ownedText(const rewrite::Editor& editor, const SharedTarget& target,
                            const rewrite::OwnedElements& owned);

/// The edits: a variable of the thread, loads in front of the run, its mentions, stores behind it.
Result<Rewrite> rewriteAsOwned(const model::ParsedKernel& kernel, const SharedTarget& target,
                               const rewrite::OwnedElements& owned, const OwnedText& text);

}  // namespace warpwright::passes
