#include "core/job/replay_job.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/hash.h"

namespace warpwright {
namespace {

using nlohmann::json;

Tolerance toleranceFrom(const json& object) {
  return {object.at("absolute").get<double>(), object.at("relative").get<double>()};
}

Error malformed(const char* what, const json::exception& problem) {
  return {ErrorKind::worker, std::string("Malformed ") + what + ": " + problem.what(), std::nullopt};
}

}  // namespace

BufferComparison bufferComparisonFromJson(const json& object) {
  BufferComparison c;
  c.buffer = object.at("buffer").get<std::string>();
  c.elementType = object.at("element_type").get<std::string>();
  c.bytes = object.at("bytes").get<uint64_t>();
  c.elements = object.at("elements").get<uint64_t>();
  c.differing = object.at("differing").get<uint64_t>();
  c.notBitwise = object.at("not_bitwise").get<uint64_t>();
  if (object.contains("first")) {
    const json& first = object.at("first");
    c.firstIndex = first.at("index").get<uint64_t>();
    c.reference = first.at("reference").get<std::string>();
    c.actual = first.at("actual").get<std::string>();
  }
  if (object.contains("tolerance")) c.tolerance = toleranceFrom(object.at("tolerance"));
  c.largestAbsolute = object.value("largest_absolute", 0.0);
  c.largestRelative = object.value("largest_relative", 0.0);
  return c;
}

Status checkSources(const LaunchCapture& capture) {
  for (const CapturedSource& source : capture.program.sources) {
    const Result<std::string> text = readFile(source.path);
    if (!text.ok()) {
      return inputError("The capture is of " + source.path + ", which cannot be read here: " + text.error().message);
    }
    if (hashText(*text) != source.hash) {
      return Error{ErrorKind::stale,
                   source.path +
                       " has changed since the launch was captured: its reference may not hold any more. Capture "
                       "it again with `warpwright run --capture`.",
                   std::nullopt};
    }
  }
  return {};
}

LaunchShape shapeOf(const LaunchCapture& capture) {
  return {capture.grid, capture.block, capture.dynamicSharedBytes};
}

const std::string& kernelOf(const LaunchShape& shape, const LaunchCapture& capture) {
  return shape.kernel.empty() ? capture.kernel.mangledName : shape.kernel;
}

json toJson(const LaunchShape& shape) {
  json object = {{"grid", shape.grid}, {"block", shape.block}, {"dynamic_shared", shape.dynamicSharedBytes}};
  for (const AddedArgument& argument : shape.added) {
    object["added_arguments"].push_back({{"bytes", argument.bytes}, {"value", argument.value}});
  }
  if (!shape.kernel.empty()) object["kernel"] = shape.kernel;
  return object;
}

LaunchShape launchShapeFromJson(const json& object) {
  LaunchShape shape{object.at("grid").get<std::array<uint32_t, 3>>(), object.at("block").get<std::array<uint32_t, 3>>(),
                    object.at("dynamic_shared").get<uint64_t>()};
  for (const json& argument : object.value("added_arguments", json::array())) {
    shape.added.push_back({argument.at("bytes").get<uint32_t>(), argument.at("value").get<uint64_t>()});
  }
  shape.kernel = object.value("kernel", "");
  return shape;
}

std::string toString(const LaunchShape& shape) {
  const auto extents = [](const std::array<uint32_t, 3>& e) {
    return "(" + std::to_string(e[0]) + "," + std::to_string(e[1]) + "," + std::to_string(e[2]) + ")";
  };
  std::string text =
      "<<<" + extents(shape.grid) + "," + extents(shape.block) + "," + std::to_string(shape.dynamicSharedBytes) + ">>>";
  if (shape.added.empty()) return text;
  text += "(…";
  for (const AddedArgument& argument : shape.added) text += ", " + std::to_string(argument.value);
  return text + ")";
}

bool ReplayRun::same() const {
  return !failure && firstDifference() == nullptr;
}

const BufferComparison* ReplayRun::firstDifference() const {
  const auto found = std::find_if(buffers.begin(), buffers.end(), [](const BufferComparison& b) { return !b.same(); });
  return found == buffers.end() ? nullptr : &*found;
}

json toJson(const ReplayJob& job) {
  json tolerances = json::object();
  for (const auto& [name, t] : job.tolerances) tolerances[name] = {{"absolute", t.absolute}, {"relative", t.relative}};
  json object = {{"replay", job.capture.string()},
                 {"program", toJson(job.program)},
                 {"poisonedCapture", job.poisonedCapture.string()},
                 {"tolerances", tolerances}};
  if (job.shape) object["shape"] = toJson(*job.shape);
  if (job.findShape) object["findShape"] = true;
  if (job.onlyShape) object["onlyShape"] = true;
  if (job.touches) object["touches"] = {{"path", job.touches->path.string()}, {"bytesLimit", job.touches->bytesLimit}};
  return object;
}

Result<ReplayJob> replayJobFromJson(const json& object) {
  try {
    ReplayJob job;
    job.capture = object.at("replay").get<std::string>();
    Result<EngineJob> program = engineJobFromJson(object.at("program"));
    if (!program.ok()) return program.error();
    job.program = std::move(program.value());
    job.poisonedCapture = object.at("poisonedCapture").get<std::string>();
    for (const auto& [name, tolerance] : object.at("tolerances").items())
      job.tolerances[name] = toleranceFrom(tolerance);
    job.findShape = object.value("findShape", false);
    job.onlyShape = object.value("onlyShape", false);
    if (object.contains("shape")) job.shape = launchShapeFromJson(object.at("shape"));
    if (object.contains("touches")) {
      const json& touches = object.at("touches");
      job.touches = TouchRequest{touches.at("path").get<std::string>(), touches.at("bytesLimit").get<uint64_t>()};
    }
    return job;
  } catch (const json::exception& problem) {
    return malformed("replay", problem);
  }
}

json toJson(const ReplayRun& run) {
  json buffers = json::array(), findings = json::array();
  for (const BufferComparison& buffer : run.buffers) buffers.push_back(toJson(buffer));
  for (const EngineFinding& finding : run.findings) findings.push_back(toJson(finding));
  json object = {{"launch", toJson(run.launch)},
                 {"buffers", buffers},
                 {"findings", findings},
                 {"poisoned", run.poisoned},
                 {"notes", run.notes},
                 {"seconds", run.seconds},
                 {"compile_seconds", run.compileSeconds},
                 {"peak_bytes", run.peakBytes}};
  if (run.unfit) object["unfit"] = true;
  if (run.shape) object["shape"] = toJson(*run.shape);
  if (run.failure) {
    object["failure"] = {{"kind", errorKindName(run.failure->kind)}, {"message", run.failure->message}};
    if (run.failure->range) {
      const SourcePosition& at = run.failure->range->begin;
      object["failure"]["file"] = at.file;
      object["failure"]["line"] = at.line;
      object["failure"]["column"] = at.column;
    }
  }
  return object;
}

Result<ReplayRun> replayRunFromJson(const json& object) {
  try {
    ReplayRun run;
    run.launch = engineLaunchFromJson(object.at("launch"));
    for (const json& buffer : object.at("buffers")) run.buffers.push_back(bufferComparisonFromJson(buffer));
    for (const json& finding : object.at("findings")) run.findings.push_back(engineFindingFromJson(finding));
    run.poisoned = object.at("poisoned").get<std::vector<std::string>>();
    run.notes = object.at("notes").get<std::vector<std::string>>();
    run.seconds = object.at("seconds").get<double>();
    run.compileSeconds = object.at("compile_seconds").get<double>();
    run.peakBytes = object.at("peak_bytes").get<uint64_t>();
    run.unfit = object.value("unfit", false);
    if (object.contains("shape")) run.shape = launchShapeFromJson(object.at("shape"));
    if (object.contains("failure")) {
      const json& failure = object.at("failure");
      run.failure = Error{errorKindFromName(failure.at("kind").get<std::string>()),
                          failure.at("message").get<std::string>(), std::nullopt};
      if (failure.contains("line")) {
        run.failure->range = SourceRange{{failure.at("file").get<std::string>(), failure.at("line").get<uint32_t>(),
                                          failure.at("column").get<uint32_t>()}};
      }
    }
    return run;
  } catch (const json::exception& problem) {
    return malformed("result of a replay", problem);
  }
}

}  // namespace warpwright
