#pragma once

#include <filesystem>
#include <functional>

#include "core/base/result.h"
#include "core/job/stall_samples.h"

namespace warpwright::gpu {

/// Samples where warps of a kernel are and why they wait (CUPTI's sampling of program counters), over as many launches
/// as a useful number of samples takes: `enough`, within `seconds`. `cubin`: the code of the kernel, whose line
/// information names the source lines. For the current context of this thread; `prepare` puts memory back before each
/// launch (not sampled), `launch` launches and waits. Errors: no CUPTI or one without sampling; not permitted (a normal
/// state: the message says what to do); theirs, CUPTI's.
Result<StallSamples> sampleStalls(const std::filesystem::path& cubin, const std::function<Status()>& prepare,
                                  const std::function<Status()>& launch, uint64_t enough, double seconds);

}  // namespace warpwright::gpu
