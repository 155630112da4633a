#pragma once

#include <cstdint>
#include <stop_token>

#include "analysis/proof/proof.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::proof {

/// Two memories of a kernel that are one at a launch: what `second` names begins `distance` bytes behind what `first`
/// does.
struct OneMemory {
  ObjectId first, second;
  int64_t distance = 0;
};

/// Do threads of the launch race in that memory? `violated`: some do, as `proveRaceFree` finds it. `holds`: what goes
/// through one pointer never touches what goes through the other, in any two threads of the launch; or it does so at
/// the same place of the text's numbers, as one thread does that loads and stores an element through one pointer; or
/// both are one pointer, and no race is seen: a kernel of one argument is taken not to race, either.
Answer proveRaceFreeInOne(const KernelModel& model, const OneMemory& memory, const Launch& launch,
                          const ProofOptions& options, std::stop_token stop);

}  // namespace warpwright::proof
