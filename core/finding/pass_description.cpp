#include "core/finding/pass_description.h"

#include <algorithm>

#include "core/base/json_fields.h"

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

json inputsJson(const PassInputs& inputs) {
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

}  // namespace

void fieldsOf(auto& fields, Of<PassParameter> auto& parameter) {
  fields("name", utf8(parameter.name));
  fields.defaulted("title", utf8(parameter.title));
  fields.sparse("values", parameter.values);
}

void fieldsOf(auto& fields, Of<PassDescription> auto& pass) {
  fields("id", utf8(pass.id));
  fields.defaulted("title", utf8(pass.title));
  fields.defaulted("step_name", utf8(pass.stepName));
  fields.defaulted("place", utf8(pass.place));
  fields.defaulted("family", pass.family);
  fields.defaulted("nearness", pass.nearness);
  if (fields.has("inputs")) fields.through("inputs", pass.inputs, inputsJson, inputsFromJson);
  fields.defaulted("tunable", pass.tunable);
  fields.defaulted("stacks_last", pass.stacksLast);
  fields.defaulted("on_request", pass.onRequest);
  fields.defaulted("trade", pass.isTrade);
  fields.defaulted("argument", pass.argument);
  fields.defaulted("measured_by_replay", pass.measuredByReplay);
  fields.sparse("parameters", pass.parameters);
}

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

const std::string& parameterTitle(const PassDescription& pass, const std::string& parameter) {
  const auto known = std::ranges::find(pass.parameters, parameter, &PassParameter::name);
  return known == pass.parameters.end() || known->title.empty() ? parameter : known->title;
}

const std::string& valueTitle(const PassDescription& pass, const std::string& parameter, const std::string& value) {
  const auto known = std::ranges::find(pass.parameters, parameter, &PassParameter::name);
  if (known == pass.parameters.end()) return value;
  const auto title = known->values.find(value);
  return title == known->values.end() ? value : title->second;
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
  return passes;
}

Result<PassDescriptions> passesFromJson(const json& array) {
  return readJson<PassDescriptions>(array, "These are no descriptions of passes: ", ErrorKind::input);
}

}  // namespace warpwright
