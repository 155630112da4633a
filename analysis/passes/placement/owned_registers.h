#pragma once

#include <vector>

#include "analysis/passes/kernel_context.h"
#include "core/base/result.h"
#include "core/finding/opportunity.h"
#include "core/finding/rewrite.h"

namespace warpwright::passes {

/// The part of shared_to_register that is about a run of statements and not about a whole array:
///
///   Before                                            After
///     for (i = 0; i < 16; i++)                          float col_own[16];
///       for (j = 0; j < i; j++)                         for (int slot = 0; slot < 16; ++slot)
///         col[t][i] -= col[t][j] * dia[j][i];             col_own[slot] = col[t][slot];
///                                                       for (i = 0; i < 16; i++)
///                                                         for (j = 0; j < i; j++)
///                                                           col_own[i] -= col_own[j] * dia[j][i];
///                                                       for (int slot = 0; slot < 16; ++slot)
///                                                         col[t][slot] = col_own[slot];
///
/// Applies when the array is not its threads' own as a whole, but over a run of statements a thread gets to elements of
/// it whose numbers do not depend on data (rewrite/owned_elements.h), and it is proved that until the next barriers on
/// both sides no other thread touches one of these with a write among the accesses; barriers inside the run left out.
/// The loads and stores that stay are of elements that the run touched before, so nothing is read or written that was
/// not. Gives applicable findings only: for all other runs there is nothing to say.
std::vector<Opportunity> findOwned(const KernelContext& context);

/// The edits of one of them. Errors: `stale` if it is not found any more.
Result<Rewrite> rewriteOwned(const KernelContext& context, const Opportunity& opportunity);

}  // namespace warpwright::passes
