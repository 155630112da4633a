#pragma once

#include "core/job/engine_job.h"
#include "core/session/records.h"

namespace warpwright {

/// What a session keeps of a run: its kind is "check" with checks, "metrics" traced, else "observe".
RunRecord recordOf(const EngineJob& job, const EngineRun& run);

/// What came of a comparison.
void addOutcome(RunRecord& record, const Verification& verification);
/// What it keeps of a comparison.
RunRecord recordOf(const EngineJob& original, const Verification& verification);

}  // namespace warpwright
