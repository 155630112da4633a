#include "core/job/whole_program.h"

#include <nlohmann/json.hpp>

namespace warpwright {
namespace {

using nlohmann::json;

json intervalJson(const Interval& seconds) {
  return {{"median", seconds.value}, {"low", seconds.low}, {"high", seconds.high}};
}

Interval intervalOf(const json& object) {
  return {object.at("median").get<double>(), object.at("low").get<double>(), object.at("high").get<double>()};
}

}  // namespace

double gainOf(const Interval& before, const Interval& after) {
  return after.value > 0 ? before.value / after.value : 1;
}

json timesJson(const Interval& before, const Interval& after) {
  return {{"before", intervalJson(before)}, {"after", intervalJson(after)}};
}

json toJson(const OutputComparison& outputs) {
  return {{"difference", outputs.difference},
          {"words", outputs.words},
          {"files", outputs.files},
          {"not_compared", outputs.notCompared}};
}

json toJson(const WholeProgram& whole) {
  return {{"schema", "warpwright.whole_program/1"},
          {"program", whole.program},
          {"device", whole.device},
          {"driver", whole.driver},
          {"change", whole.change},
          {"runs", whole.runs},
          {"measured_at", whole.measuredAt},
          {"kernel_seconds", timesJson(whole.kernelsBefore, whole.kernelsAfter)},
          {"gpu_seconds", timesJson(whole.wholeBefore, whole.wholeAfter)},
          {"outputs", toJson(whole.outputs)}};
}

Result<WholeProgram> wholeProgramFromJson(const json& object) {
  try {
    WholeProgram whole;
    object.at("program").get_to(whole.program);
    object.at("device").get_to(whole.device);
    object.at("driver").get_to(whole.driver);
    object.at("change").get_to(whole.change);
    object.at("runs").get_to(whole.runs);
    object.at("measured_at").get_to(whole.measuredAt);
    whole.kernelsBefore = intervalOf(object.at("kernel_seconds").at("before"));
    whole.kernelsAfter = intervalOf(object.at("kernel_seconds").at("after"));
    whole.wholeBefore = intervalOf(object.at("gpu_seconds").at("before"));
    whole.wholeAfter = intervalOf(object.at("gpu_seconds").at("after"));
    const json& outputs = object.at("outputs");
    outputs.at("difference").get_to(whole.outputs.difference);
    outputs.at("words").get_to(whole.outputs.words);
    outputs.at("files").get_to(whole.outputs.files);
    outputs.at("not_compared").get_to(whole.outputs.notCompared);
    return whole;
  } catch (const json::exception& problem) {
    return inputError(std::string("The comparison of a whole program is malformed: ") + problem.what() + ".");
  }
}

std::string wholeProgramKey(const std::string& kernel, const std::string& program) {
  return "whole program " + kernel + (program.empty() ? "" : " of " + program);
}

}  // namespace warpwright
