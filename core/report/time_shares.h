#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/finding/analysis_result.h"
#include "core/job/program_profile.h"

namespace warpwright {

/// What one kernel of the source had of the time that all kernels of a profiled program took on the GPU.
struct TimeShare {
  double share = 0;    ///< 0 … 1
  double seconds = 0;  ///< of all its launches, of all instances of a template
  uint64_t launches = 0;
};

/// Which kernel of the source each kernel of the profile is, by its number among `kernels`, in the order of the
/// profile. Nothing where none of them is meant, or several are: overloads in several files or programs.
std::vector<std::optional<size_t>> kernelsOfProfile(const ProgramProfile& profile,
                                                    const std::vector<const KernelSummary*>& kernels);

/// Of each of the kernels, in their order; nothing where the profile does not tell of it: it was not launched, or the
/// name of what was launched means several.
std::vector<std::optional<TimeShare>> timeShares(const ProgramProfile& profile,
                                                 const std::vector<const KernelSummary*>& kernels);

}  // namespace warpwright
