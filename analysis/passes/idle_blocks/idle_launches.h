#pragma once

#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/idle_blocks/working_threads.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace warpwright::passes {

/// A launch whose grid is not made of the number of threads that work.
struct IdleLaunch {
  rewrite::LaunchSite site;
  Message stays;  ///< why it cannot be changed, a sentence; empty: it can
};

/// Those of the kernel. A grid for which something is divided, shifted or called, or that is not set where it can be
/// seen, is taken for one that fits; and one whose numbers are known where these fit.
std::vector<IdleLaunch> idleLaunches(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                     const WorkingThreads& working);

/// Bounds the grids of those that can be changed by the blocks that have work, with a function in front of them.
/// Errors: the rest of a sentence.
Status boundLaunches(rewrite::Editor& editor, const std::vector<IdleLaunch>& launches, const WorkingThreads& working);

}  // namespace warpwright::passes
