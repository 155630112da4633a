#include "core/job/replay_job.h"

#include <algorithm>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/json_fields.h"
#include "core/base/number_text.h"

namespace warpwright {

using nlohmann::json;

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

std::string toString(const LaunchShape& shape) {
  std::string text = "<<<" + extentsText(shape.grid) + "," + extentsText(shape.block) + "," +
                     std::to_string(shape.dynamicSharedBytes) + ">>>";
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

void fieldsOf(auto& fields, Of<AddedArgument> auto& argument) {
  fields("bytes", argument.bytes);
  fields("value", argument.value);
}

void fieldsOf(auto& fields, Of<LaunchShape> auto& shape) {
  fields("grid", shape.grid);
  fields("block", shape.block);
  fields("dynamic_shared", shape.dynamicSharedBytes);
  fields.sparse("added_arguments", shape.added);
  fields.sparse("kernel", shape.kernel);
}

void fieldsOf(auto& fields, Of<TouchRequest> auto& touches) {
  fields("path", touches.path);
  fields("bytesLimit", touches.bytesLimit);
}

void fieldsOf(auto& fields, Of<ReplayJob> auto& job) {
  fields("replay", job.capture);
  fields("program", job.program);
  fields("poisonedCapture", job.poisonedCapture);
  fields("tolerances", job.tolerances);
  fields.sparse("shape", job.shape);
  fields.sparse("findShape", job.findShape);
  fields.sparse("onlyShape", job.onlyShape);
  fields.sparse("touches", job.touches);
}

void fieldsOf(auto& fields, Of<ReplayRun> auto& run) {
  fields("launch", run.launch);
  fields("buffers", run.buffers);
  fields("findings", run.findings);
  fields("poisoned", run.poisoned);
  fields("notes", run.notes);
  fields("seconds", run.seconds);
  fields("compile_seconds", run.compileSeconds);
  fields("peak_bytes", run.peakBytes);
  fields.sparse("unfit", run.unfit);
  fields.sparse("shape", run.shape);
  fields.sparse("failure", run.failure);
}

WARPWRIGHT_JSON_BY_FIELDS(LaunchShape)
WARPWRIGHT_JSON_BY_FIELDS(ReplayRun)

json toJson(const ReplayJob& job) {
  return job;
}

Result<ReplayJob> replayJobFromJson(const json& object) {
  return readJson<ReplayJob>(object, "Malformed replay: ");
}

json toJson(const ReplayRun& run) {
  return run;
}

Result<ReplayRun> replayRunFromJson(const json& object) {
  return readJson<ReplayRun>(object, "Malformed result of a replay: ");
}

}  // namespace warpwright
