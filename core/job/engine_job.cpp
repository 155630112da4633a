#include "core/job/engine_job.h"

#include "core/base/json_fields.h"
#include "core/job/metrics_json.h"

namespace warpwright {

using nlohmann::json;

void fieldsOf(auto& fields, Of<CaptureRequest> auto& request) {
  fields("path", request.path);
  fields.defaulted("kernel", request.kernel);
  fields.defaulted("launchIndex", request.launchIndex);
  fields.defaulted("stopAfter", request.stopAfter);
  if (fields.has("tolerances")) fields.through("tolerances", request.tolerances, tolerancePairs, tolerancesFromPairs);
}

void fieldsOf(auto& fields, Of<RequestTraceRequest> auto& request) {
  fields("path", request.path);
  fields("kernel", request.kernel);
  fields("firstLaunch", request.firstLaunch);
  fields("launches", request.launches);
  fields("bytesLimit", request.bytesLimit);
}

void fieldsOf(auto& fields, Of<CaptureSummary> auto& capture) {
  fields("path", capture.path);
  fields("kernel", capture.kernel);
  fields("launch_index", capture.launchIndex);
  fields("memory_bytes", capture.memoryBytes);
  fields("file_bytes", capture.fileBytes);
}

void fieldsOf(auto& fields, Of<EngineJob> auto& job) {
  fields("path", job.path);
  fields.sparse("project", job.project);
  fields.sparse("variantOf", job.variantOf);
  fields.sparse("compiled", job.compiled);
  fields.sparse("compileTo", job.compileTo);
  fields.defaulted("openTexts", job.openTexts);
  fields.defaulted("compilerFlags", job.compilerFlags);
  fields.defaulted("arguments", job.arguments);
  fields.defaulted("workingFolder", job.workingFolder);
  fields.defaulted("arch", job.arch);
  fields.defaulted("device", job.device);
  fields.defaulted("toolkit", job.toolkit);
  fields.defaulted("check", job.check);
  fields.defaulted("count_accesses", job.countAccesses);
  fields.sparse("boundSums", job.boundSums);
  fields.defaulted("metrics", job.metrics);
  fields.defaulted("assumptions", job.assumptions);
  fields.sparse("capture", job.capture);
  fields.sparse("requestTrace", job.requestTrace);
  fields.defaulted("outputRecord", job.outputRecord);
  fields.sparse("placesOf", job.placesOf);
  fields.defaulted("memoryLimitBytes", job.memoryLimitBytes);
  fields.defaulted("timeLimit", job.timeLimit);
  fields.defaulted("workers", job.workers);
  fields.defaulted("showOutput", job.showOutput);
  fields.sparse("observe", job.observe);
}

void fieldsOf(auto& fields, Of<EngineFinding> auto& finding) {
  fields.defaulted("kind", finding.kind);
  fields.defaulted("message", finding.message);
  fields.defaulted("kernel", finding.kernel);
  fields.defaulted("object", finding.object);
  fields.defaulted("at", finding.at);
  fields.sparse("other", finding.other);
  fields.defaulted("block", finding.block);
  fields.defaulted("thread", finding.thread);
  fields.defaulted("count", finding.count);
}

void fieldsOf(auto& fields, Of<EngineLaunch> auto& launch) {
  fields.defaulted("kernel", launch.kernel);
  fields.defaulted("grid", launch.grid);
  fields.defaulted("block", launch.block);
  fields.defaulted("shared", launch.sharedBytes);
  fields.defaulted("seconds", launch.seconds);
  fields.defaulted("accesses", launch.accesses);
  fields.sparse("metrics", launch.metrics);
}

void fieldsOf(auto& fields, Of<EngineRun> auto& run) {
  fields.defaulted("exit", run.exitCode);
  fields.sparse("failure", run.failure);
  fields.defaulted("launches", run.launches);
  fields.defaulted("findings", run.findings);
  fields.defaulted("output", run.output);
  fields.defaulted("error_output", run.errorOutput);
  fields.defaulted("seconds", run.seconds);
  fields.defaulted("compile_seconds", run.compileSeconds);
  fields.defaulted("peak_bytes", run.peakBytes);
  fields.sparse("capture", run.capture);
  fields.defaulted("notes", run.notes);
  fields.sparse("observed", run.observed);
}

void fieldsOf(auto& fields, Of<OutputDifference> auto& difference) {
  fields.defaulted("buffer", difference.buffer);
  fields.defaulted("index", difference.index);
  fields.defaulted("original", difference.original);
  fields.defaulted("variant", difference.variant);
  fields.defaulted("count", difference.count);
  fields.defaulted("message", difference.message);
  fields.defaulted("kind", difference.kind);
}

void fieldsOf(auto& fields, Of<RoundedSums> auto& sums) {
  fields("elements", sums.elements);
  fields.defaulted("largest_absolute", sums.largestAbsolute);
  fields.defaulted("largest_relative", sums.largestRelative);
  fields.defaulted("largest_share", sums.largestShare);
  fields.defaulted("largest", sums.largest);
}

void fieldsOf(auto& fields, Of<Verification> auto& verification) {
  fields("identical", verification.identical);
  fields.defaulted("judged", verification.judged);
  fields.defaulted("differences", verification.differences);
  fields.defaulted("findings", verification.findings);
  fields.sparse("rounded", verification.rounded);
  fields("original", verification.original);
  fields("variant", verification.variant);
  fields.defaulted("traces", verification.traces);
  fields.sparse("not_traced", verification.notTraced);
  fields.defaulted("compared_bytes", verification.comparedBytes);
  fields.defaulted("compared_elements", verification.comparedElements);
  fields.defaulted("compared_launches", verification.comparedLaunches);
  fields.defaulted("hint", verification.hint);
  fields.defaulted("summary", verification.summary);
}

WARPWRIGHT_JSON_BY_FIELDS(CaptureSummary)
WARPWRIGHT_JSON_BY_FIELDS(EngineJob)
WARPWRIGHT_JSON_BY_FIELDS(EngineFinding)
WARPWRIGHT_JSON_BY_FIELDS(EngineLaunch)
WARPWRIGHT_JSON_BY_FIELDS(RoundedSums)

json toJson(const EngineJob& job) {
  return job;
}

Result<EngineJob> engineJobFromJson(const json& object) {
  return readJson<EngineJob>(object, "Malformed job: ");
}

json toJson(const EngineRun& run) {
  return run;
}

json toJson(const Verification& verification) {
  return verification;
}

Result<Verification> verificationFromJson(const json& object) {
  return readJson<Verification>(object, "Malformed verification: ");
}

}  // namespace warpwright
