#pragma once

#include <vector>

#include "core/finding/opportunity.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::proof {

/// The kernel as one launch runs it: its block and grid, and numbers that it passes.
KernelModel launchedModel(KernelModel model, const Launch& launch);

/// Launches of the model that differ in numbers which decide what threads do with shared memory, and what rests on
/// those: "`n` == 64 at every launch". None: no such number is known of each launch, or they are more than a few.
struct SharedLaunches {
  std::vector<Launch> launches;
  std::vector<Assumption> assumptions;
};
SharedLaunches launchesForShared(const KernelModel& model);

}  // namespace warpwright::proof
