#include "core/job/engine_job.h"

#include <nlohmann/json.hpp>

#include "core/job/metrics_json.h"

namespace warpwright {
namespace {

using nlohmann::json;

template <typename T>
T valueOr(const json& object, const char* key, T otherwise) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? otherwise : found->get<T>();
}

json toJson(const SourcePosition& position) {
  return {{"file", position.file}, {"line", position.line}, {"column", position.column}};
}

SourcePosition positionFrom(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return {};
  return {valueOr<std::string>(*found, "file", ""), valueOr<uint32_t>(*found, "line", 0),
          valueOr<uint32_t>(*found, "column", 0)};
}

json toJson(const Error& error) {
  json object = {{"kind", errorKindName(error.kind)}, {"message", error.message}};
  if (error.range) {
    object["file"] = error.range->begin.file;
    object["line"] = error.range->begin.line;
    object["column"] = error.range->begin.column;
  }
  return object;
}

Error errorFrom(const json& object) {
  Error error{errorKindFromName(valueOr<std::string>(object, "kind", "input")),
              valueOr<std::string>(object, "message", ""), std::nullopt};
  if (object.contains("line")) {
    error.range = SourceRange{{valueOr<std::string>(object, "file", ""), valueOr<uint32_t>(object, "line", 0),
                               valueOr<uint32_t>(object, "column", 0)}};
  }
  return error;
}

/// Runs a reader of JSON and turns what nlohmann throws into an Error that names what was read.
template <typename Read>
auto guarded(const char* what, Read read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const json::exception& problem) {
    return Error{ErrorKind::worker, std::string("Malformed ") + what + ": " + problem.what(), std::nullopt};
  }
}

template <typename T, typename Make>
std::vector<T> listFrom(const json& object, const char* key, Make make) {
  std::vector<T> list;
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return list;
  for (const json& entry : *found) list.push_back(make(entry));
  return list;
}

json toJson(const OutputDifference& difference) {
  return {{"buffer", difference.buffer},   {"index", difference.index}, {"original", difference.original},
          {"variant", difference.variant}, {"count", difference.count}, {"message", difference.message},
          {"kind", difference.kind}};
}

OutputDifference differenceFrom(const json& object) {
  return {valueOr<std::string>(object, "buffer", ""),    valueOr<uint64_t>(object, "index", 0),
          valueOr<std::string>(object, "original", ""),  valueOr<std::string>(object, "variant", ""),
          valueOr<uint64_t>(object, "count", 1),         valueOr<std::string>(object, "message", ""),
          valueOr<std::string>(object, "kind", "memory")};
}

template <typename T>
json listToJson(const std::vector<T>& list) {
  json array = json::array();
  for (const T& entry : list) array.push_back(toJson(entry));
  return array;
}

EngineRun runFrom(const json& object) {
  EngineRun run;
  run.exitCode = valueOr<int>(object, "exit", 0);
  if (const auto failure = object.find("failure"); failure != object.end() && failure->is_object()) {
    run.failure = errorFrom(*failure);
  }
  run.launches = listFrom<EngineLaunch>(object, "launches", engineLaunchFromJson);
  run.findings = listFrom<EngineFinding>(object, "findings", engineFindingFromJson);
  run.output = valueOr<std::string>(object, "output", "");
  run.errorOutput = valueOr<std::string>(object, "error_output", "");
  run.seconds = valueOr<double>(object, "seconds", 0);
  run.compileSeconds = valueOr<double>(object, "compile_seconds", 0);
  run.peakBytes = valueOr<uint64_t>(object, "peak_bytes", 0);
  run.notes = valueOr<std::vector<std::string>>(object, "notes", {});
  if (object.contains("capture")) run.capture = captureSummaryFromJson(object.at("capture"));
  return run;
}

json toJson(const CaptureRequest& request) {
  json tolerances = json::object();
  for (const auto& [name, tolerance] : request.tolerances) tolerances[name] = {tolerance.absolute, tolerance.relative};
  return {{"path", request.path.string()},
          {"kernel", request.kernel},
          {"launchIndex", request.launchIndex},
          {"stopAfter", request.stopAfter},
          {"tolerances", tolerances}};
}

CaptureRequest captureRequestFrom(const json& object) {
  CaptureRequest request;
  request.path = object.at("path").get<std::string>();
  request.kernel = valueOr<std::string>(object, "kernel", "");
  request.launchIndex = valueOr<uint64_t>(object, "launchIndex", 0);
  request.stopAfter = valueOr(object, "stopAfter", false);
  if (!object.contains("tolerances")) return request;
  for (const auto& [name, values] : object.at("tolerances").items()) {
    request.tolerances[name] = {values.at(0).get<double>(), values.at(1).get<double>()};
  }
  return request;
}

}  // namespace

std::string errorKindName(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::input:
      return "input";
    case ErrorKind::worker:
      return "worker";
    case ErrorKind::io:
      return "io";
    case ErrorKind::stale:
      return "stale";
    case ErrorKind::cancelled:
      return "cancelled";
  }
  return "input";
}

ErrorKind errorKindFromName(const std::string& name) {
  for (const ErrorKind kind :
       {ErrorKind::usage, ErrorKind::worker, ErrorKind::io, ErrorKind::stale, ErrorKind::cancelled}) {
    if (errorKindName(kind) == name) return kind;
  }
  return ErrorKind::input;
}

json toJson(const EngineLaunch& launch) {
  json object = {{"kernel", launch.kernel},      {"grid", launch.grid},       {"block", launch.block},
                 {"shared", launch.sharedBytes}, {"seconds", launch.seconds}, {"accesses", launch.accesses}};
  if (launch.metrics) object["metrics"] = toJson(*launch.metrics);
  return object;
}

EngineLaunch engineLaunchFromJson(const json& object) {
  EngineLaunch launch{valueOr<std::string>(object, "kernel", ""),
                      valueOr<std::array<uint32_t, 3>>(object, "grid", {1, 1, 1}),
                      valueOr<std::array<uint32_t, 3>>(object, "block", {1, 1, 1}),
                      valueOr<uint64_t>(object, "shared", 0),
                      valueOr<double>(object, "seconds", 0),
                      valueOr<uint64_t>(object, "accesses", 0),
                      std::nullopt};
  if (const auto metrics = object.find("metrics"); metrics != object.end())
    launch.metrics = launchMetricsFromJson(*metrics);
  return launch;
}

json toJson(const EngineFinding& finding) {
  json object = {{"kind", finding.kind},     {"message", finding.message}, {"kernel", finding.kernel},
                 {"object", finding.object}, {"at", toJson(finding.at)},   {"block", finding.block},
                 {"thread", finding.thread}, {"count", finding.count}};
  if (finding.other.isValid()) object["other"] = toJson(finding.other);
  return object;
}

EngineFinding engineFindingFromJson(const json& object) {
  EngineFinding finding;
  finding.kind = valueOr<std::string>(object, "kind", "");
  finding.message = valueOr<std::string>(object, "message", "");
  finding.kernel = valueOr<std::string>(object, "kernel", "");
  finding.object = valueOr<std::string>(object, "object", "");
  finding.at = positionFrom(object, "at");
  finding.other = positionFrom(object, "other");
  finding.block = valueOr<std::array<uint32_t, 3>>(object, "block", {});
  finding.thread = valueOr<std::array<uint32_t, 3>>(object, "thread", {});
  finding.count = valueOr<uint64_t>(object, "count", 1);
  return finding;
}

json toJson(const CaptureSummary& capture) {
  return {{"path", capture.path.string()},
          {"kernel", capture.kernel},
          {"launch_index", capture.launchIndex},
          {"memory_bytes", capture.memoryBytes},
          {"file_bytes", capture.fileBytes}};
}

CaptureSummary captureSummaryFromJson(const json& object) {
  return {object.at("path").get<std::string>(), object.at("kernel").get<std::string>(),
          object.at("launch_index").get<uint64_t>(), object.at("memory_bytes").get<uint64_t>(),
          object.at("file_bytes").get<uint64_t>()};
}

json toJson(const EngineJob& job) {
  json object = {{"path", job.path.string()},
                 {"openTexts", job.openTexts},
                 {"compilerFlags", job.compilerFlags},
                 {"arguments", job.arguments},
                 {"workingFolder", job.workingFolder.string()},
                 {"arch", job.arch},
                 {"device", job.device},
                 {"toolkit", job.toolkit},
                 {"check", job.check},
                 {"count_accesses", job.countAccesses},
                 {"metrics", job.metrics},
                 {"assumptions", job.assumptions},
                 {"outputRecord", job.outputRecord.string()},
                 {"memoryLimitBytes", job.memoryLimitBytes},
                 {"timeLimit", job.timeLimit.count()},
                 {"workers", job.workers},
                 {"showOutput", job.showOutput}};
  if (!job.placesOf.empty()) object["placesOf"] = job.placesOf.string();
  if (!job.variantOf.empty()) object["variantOf"] = job.variantOf.string();
  if (!job.compiled.empty()) object["compiled"] = job.compiled.string();
  if (!job.compileTo.empty()) object["compileTo"] = job.compileTo.string();
  if (job.capture) object["capture"] = toJson(*job.capture);
  if (job.requestTrace) {
    object["requestTrace"] = {{"path", job.requestTrace->path.string()},
                              {"kernel", job.requestTrace->kernel},
                              {"firstLaunch", job.requestTrace->firstLaunch},
                              {"launches", job.requestTrace->launches},
                              {"bytesLimit", job.requestTrace->bytesLimit}};
  }
  return object;
}

Result<EngineJob> engineJobFromJson(const json& object) {
  return guarded("job", [&] {
    EngineJob job;
    job.path = object.at("path").get<std::string>();
    job.openTexts = valueOr(object, "openTexts", job.openTexts);
    job.variantOf = valueOr<std::string>(object, "variantOf", "");
    job.placesOf = valueOr<std::string>(object, "placesOf", "");
    job.compiled = valueOr<std::string>(object, "compiled", "");
    job.compileTo = valueOr<std::string>(object, "compileTo", "");
    job.compilerFlags = valueOr(object, "compilerFlags", job.compilerFlags);
    job.arguments = valueOr(object, "arguments", job.arguments);
    job.workingFolder = valueOr<std::string>(object, "workingFolder", "");
    job.arch = valueOr(object, "arch", job.arch);
    job.device = valueOr(object, "device", job.device);
    job.toolkit = valueOr(object, "toolkit", job.toolkit);
    job.check = valueOr(object, "check", job.check);
    job.countAccesses = valueOr(object, "count_accesses", job.countAccesses);
    job.metrics = valueOr(object, "metrics", job.metrics);
    job.assumptions = valueOr(object, "assumptions", job.assumptions);
    job.outputRecord = valueOr<std::string>(object, "outputRecord", "");
    job.memoryLimitBytes = valueOr(object, "memoryLimitBytes", job.memoryLimitBytes);
    job.timeLimit = std::chrono::milliseconds(valueOr<int64_t>(object, "timeLimit", 0));
    job.workers = valueOr(object, "workers", job.workers);
    job.showOutput = valueOr(object, "showOutput", job.showOutput);
    if (object.contains("capture")) job.capture = captureRequestFrom(object.at("capture"));
    if (const auto trace = object.find("requestTrace"); trace != object.end()) {
      job.requestTrace =
          RequestTraceRequest{trace->at("path").get<std::string>(), trace->at("kernel").get<std::string>(),
                              trace->at("firstLaunch").get<uint64_t>(), trace->at("launches").get<uint64_t>(),
                              trace->at("bytesLimit").get<uint64_t>()};
    }
    return job;
  });
}

json toJson(const EngineRun& run) {
  json object = {{"exit", run.exitCode},
                 {"launches", listToJson(run.launches)},
                 {"findings", listToJson(run.findings)},
                 {"output", run.output},
                 {"error_output", run.errorOutput},
                 {"seconds", run.seconds},
                 {"compile_seconds", run.compileSeconds},
                 {"peak_bytes", run.peakBytes},
                 {"notes", run.notes}};
  if (run.failure) object["failure"] = toJson(*run.failure);
  if (run.capture) object["capture"] = toJson(*run.capture);
  return object;
}

Result<EngineRun> engineRunFromJson(const json& object) {
  return guarded("engine run", [&] { return runFrom(object); });
}

json toJson(const Verification& verification) {
  return {{"identical", verification.identical},
          {"judged", verification.judged},
          {"differences", listToJson(verification.differences)},
          {"findings", listToJson(verification.findings)},
          {"original", toJson(verification.original)},
          {"variant", toJson(verification.variant)},
          {"traces", listToJson(verification.traces)},
          {"compared_bytes", verification.comparedBytes},
          {"compared_elements", verification.comparedElements},
          {"compared_launches", verification.comparedLaunches},
          {"hint", verification.hint},
          {"summary", verification.summary}};
}

Result<Verification> verificationFromJson(const json& object) {
  return guarded("verification", [&] {
    Verification verification;
    verification.identical = object.at("identical").get<bool>();
    verification.judged = valueOr<bool>(object, "judged", true);
    verification.differences = listFrom<OutputDifference>(object, "differences", differenceFrom);
    verification.findings = listFrom<EngineFinding>(object, "findings", engineFindingFromJson);
    verification.original = runFrom(object.at("original"));
    verification.variant = runFrom(object.at("variant"));
    verification.traces = listFrom<KernelTrace>(object, "traces", kernelTraceFromJson);
    verification.comparedBytes = valueOr<uint64_t>(object, "compared_bytes", 0);
    verification.comparedElements = valueOr<uint64_t>(object, "compared_elements", 0);
    verification.comparedLaunches = valueOr<uint64_t>(object, "compared_launches", 0);
    verification.hint = valueOr<std::string>(object, "hint", "");
    verification.summary = valueOr<std::string>(object, "summary", "");
    return verification;
  });
}

}  // namespace warpwright
