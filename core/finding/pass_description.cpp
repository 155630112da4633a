#include "core/finding/pass_description.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace warpwright {

using nlohmann::json;

// The first of each is what an unknown word of a later version is read as.
NLOHMANN_JSON_SERIALIZE_ENUM(Family, {{Family::other, "other"},
                                      {Family::placement, "placement"},
                                      {Family::barrier, "barrier"},
                                      {Family::compaction, "compaction"},
                                      {Family::cachePolicy, "cache"},
                                      {Family::taskOrder, "task_order"},
                                      {Family::readAhead, "read_ahead"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Tunable, {{Tunable::other, "other"},
                                       {Tunable::promotion, "promotion"},
                                       {Tunable::placement, "placement"},
                                       {Tunable::compaction, "compaction"},
                                       {Tunable::policy, "policy"}})
NLOHMANN_JSON_SERIALIZE_ENUM(ExtraArgument, {{ExtraArgument::none, "none"},
                                             {ExtraArgument::fromLaunch, "from_launch"},
                                             {ExtraArgument::own, "own"}})

namespace {

constexpr std::pair<const char*, bool PassInputs::*> inputNames[] = {
    {"launches", &PassInputs::launches}, {"host_code", &PassInputs::hostCode}, {"device", &PassInputs::device}};

json toJson(const PassInputs& inputs) {
  json names = json::array({"kernel", "directives"});
  for (const auto& [name, input] : inputNames) {
    if (inputs.*input) names.push_back(name);
  }
  return names;
}

PassInputs inputsFromJson(const json& array) {
  const auto names = array.get<std::vector<std::string>>();
  PassInputs inputs;
  for (const auto& [name, input] : inputNames)
    inputs.*input = std::find(names.begin(), names.end(), name) != names.end();
  return inputs;
}

json toJson(const PassDescription& pass) {
  return {{"id", jsonText(pass.id)},
          {"title", jsonText(pass.title)},
          {"step_name", jsonText(pass.stepName)},
          {"place", jsonText(pass.place)},
          {"family", pass.family},
          {"nearness", pass.nearness},
          {"inputs", toJson(pass.inputs)},
          {"tunable", pass.tunable},
          {"stacks_last", pass.stacksLast},
          {"on_request", pass.onRequest},
          {"trade", pass.isTrade},
          {"argument", pass.argument},
          {"measured_by_replay", pass.measuredByReplay}};
}

PassDescription descriptionFromJson(const json& object) {
  PassDescription pass;
  pass.id = object.at("id").get<std::string>();
  pass.title = object.value("title", pass.title);
  pass.stepName = object.value("step_name", pass.stepName);
  pass.place = object.value("place", pass.place);
  pass.family = object.value("family", pass.family);
  pass.nearness = object.value("nearness", pass.nearness);
  if (const auto inputs = object.find("inputs"); inputs != object.end()) pass.inputs = inputsFromJson(*inputs);
  pass.tunable = object.value("tunable", pass.tunable);
  pass.stacksLast = object.value("stacks_last", pass.stacksLast);
  pass.onRequest = object.value("on_request", pass.onRequest);
  pass.isTrade = object.value("trade", pass.isTrade);
  pass.argument = object.value("argument", pass.argument);
  pass.measuredByReplay = object.value("measured_by_replay", pass.measuredByReplay);
  return pass;
}

}  // namespace

std::string nameOf(Family family) {
  return nlohmann::json(family).get<std::string>();
}

Family familyNamed(const std::string& name) {
  return nlohmann::json(name).get<Family>();
}

const PassDescription& describe(const PassDescriptions& passes, const std::string& id) {
  static const PassDescription unknown;
  const auto found =
      std::find_if(passes.begin(), passes.end(), [&](const PassDescription& one) { return one.id == id; });
  return found == passes.end() ? unknown : *found;
}

const std::string& passTitle(const PassDescriptions& passes, const std::string& id) {
  const PassDescription& pass = describe(passes, id);
  return pass.title.empty() ? id : pass.title;
}

void addDescriptions(PassDescriptions& known, const PassDescriptions& more) {
  for (const PassDescription& pass : more) {
    const auto same =
        std::find_if(known.begin(), known.end(), [&](const PassDescription& one) { return one.id == pass.id; });
    if (same == known.end())
      known.push_back(pass);
    else
      *same = pass;
  }
}

json passesJson(const PassDescriptions& passes) {
  json array = json::array();
  for (const PassDescription& pass : passes) array.push_back(toJson(pass));
  return array;
}

Result<PassDescriptions> passesFromJson(const json& array) {
  try {
    PassDescriptions passes;
    for (const json& pass : array) passes.push_back(descriptionFromJson(pass));
    return passes;
  } catch (const json::exception& failure) {
    return inputError(std::string("These are no descriptions of passes: ") + failure.what() + ".");
  }
}

}  // namespace warpwright
