#include "core/session/run_record.h"

#include <ctime>

#include "core/base/number_text.h"
#include "core/base/shell_word.h"

namespace warpwright {
namespace {

RunRecord begun(std::string kind, const EngineJob& job) {
  RunRecord record;
  record.kind = std::move(kind);
  record.program = job.path.string();
  for (const std::string& argument : job.arguments)
    record.arguments += (record.arguments.empty() ? "" : " ") + shellWord(argument);
  record.startedAt = static_cast<int64_t>(std::time(nullptr));
  return record;
}

}  // namespace

RunRecord recordOf(const EngineJob& job, const EngineRun& run) {
  RunRecord record = begun(job.check ? "check" : job.metrics ? "metrics" : "observe", job);
  record.launches = run.launches.size();
  record.findings = run.findings.size();
  record.seconds = run.seconds + run.compileSeconds;
  record.outcome = run.failure ? "failed" : run.findings.empty() ? "finished" : "findings";
  if (run.failure) {
    record.summary = run.failure->message;
    return record;
  }
  record.summary = countText(run.launches.size(), "launch", "launches") + ", exit code " + std::to_string(run.exitCode);
  if (job.check) {
    record.summary += run.findings.empty() ? ", no races, no accesses out of bounds"
                                           : ", " + countText(run.findings.size(), "finding", "findings");
  }
  record.summary += '.';
  return record;
}

void addOutcome(RunRecord& record, const Verification& verification) {
  record.outcome = verification.identical ? "identical" : verification.original.failure ? "failed" : "differs";
  record.summary = verification.summary;
  record.launches = verification.original.launches.size();
  record.findings = verification.original.findings.size() + verification.findings.size();
  for (const EngineRun* run : {&verification.original, &verification.variant})
    record.seconds += run->seconds + run->compileSeconds;
}

RunRecord recordOf(const EngineJob& original, const Verification& verification) {
  RunRecord record = begun("verify", original);
  addOutcome(record, verification);
  return record;
}

}  // namespace warpwright
