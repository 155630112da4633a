#pragma once

#include <vector>

#include "core/job/engine_job.h"

namespace warpwright {

/// What the checks found in the run of one program.
struct CheckedProgram {
  const EngineJob& job;  ///< which texts it was made of
  const std::vector<EngineFinding>& findings;
};

/// Findings of the variant that the original does not have. Lines move with an edit, so they are told by their text:
/// what both programs read there, but for blanks. A finding is known where the original has findings of the same kind,
/// kernel and object on all its lines. A line that one of the programs alone reads stands for any other such line; with
/// those, the variant may have as many findings as the original.
std::vector<EngineFinding> newFindings(const CheckedProgram& original, const CheckedProgram& variant);

}  // namespace warpwright
