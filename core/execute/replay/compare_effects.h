#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/job/engine_job.h"
#include "core/job/output_record.h"

namespace warpwright {

/// What a run of a program can be told by, beside what it computed on the device.
struct ProgramEffects {
  std::string output, errorOutput;  ///< what it printed
  std::string unwritten;            ///< and what it left unwritten when it ended at once: a terminal may show it
  std::map<std::string, std::optional<std::string>>
      files;  ///< that it changed, with what they hold now; none: it removed them
};

/// Errors: a file's content cannot be read back.
Result<ProgramEffects> effectsOf(const EngineRun& run, const OutputRecord& record);

struct EffectComparison {
  std::vector<OutputDifference> differences;  ///< of the kinds "output" and "file", one a text
  std::vector<std::string> notes;
};

/// Compares what two programs printed and the files they changed, line by line. `again`: another run of the original.
/// Where that gives other text than the first, the numbers that differ between the two are left out of the comparison
/// (a text that has another number of lines each time, and files that are not there each time, altogether, with a
/// note).
EffectComparison compareEffects(const ProgramEffects& original, const ProgramEffects* again,
                                const ProgramEffects& variant, const EffectRules& rules);

/// Whether both programs launch the same kernels in the same order, whatever their grids and blocks. A kernel that the
/// original never launches may stand in for any of its launches (a rewrite that dispatches to a new kernel) or be an
/// addition: then those of the other kernels may be fewer by as many, but not be in another order. None: they do.
std::optional<OutputDifference> compareLaunches(const std::vector<EngineLaunch>& original,
                                                const std::vector<EngineLaunch>& variant);

}  // namespace warpwright
