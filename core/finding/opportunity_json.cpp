#include "core/finding/opportunity_json.h"

#include <charconv>

#include "core/base/hash.h"
#include "core/base/json_text.h"
#include "core/finding/analysis_result.h"
#include "core/finding/rewrite.h"

namespace warpwright {
namespace {

using nlohmann::json;

/// Parameter values are texts; whole numbers are written as numbers, as the schema shows them.
json valueJson(const std::string& value) {
  int64_t number = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool whole = failure == std::errc() && end == value.data() + value.size();
  return whole && std::to_string(number) == value ? json(number) : jsonText(value);
}

std::string valueFromJson(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

json valuesJson(const std::vector<std::string>& values) {
  json array = json::array();
  for (const std::string& value : values) array.push_back(valueJson(value));
  return array;
}

std::vector<std::string> valuesFromJson(const json& array) {
  std::vector<std::string> values;
  for (const json& value : array) values.push_back(valueFromJson(value));
  return values;
}

json valuesByJson(const std::map<std::string, std::vector<std::string>>& valuesBy) {
  json object = json::object();
  for (const auto& [other, values] : valuesBy) object[other] = valuesJson(values);
  return object;
}

std::map<std::string, std::vector<std::string>> valuesByFromJson(const json& object) {
  std::map<std::string, std::vector<std::string>> valuesBy;
  for (const auto& [other, values] : object.items()) valuesBy[other] = valuesFromJson(values);
  return valuesBy;
}

uint64_t hashFromJson(const json& text) {
  const auto hash = text.get<std::string>();
  uint64_t value = 0;
  const auto [end, failure] = std::from_chars(hash.data(), hash.data() + hash.size(), value, 16);
  if (failure == std::errc() && end == hash.data() + hash.size()) return value;
  throw json::other_error::create(501, "the hash '" + hash + "' is not hexadecimal", nullptr);
}

std::vector<Assumption> assumptionsFrom(const json& object) {
  std::vector<Assumption> assumptions;
  const json &checks = member(object, "assumption_checks"), &parts = member(object, "assumption_parts");
  for (const json& text : member(object, "assumptions")) {
    const size_t index = assumptions.size();
    const auto has = [&](const json& list) { return list.is_array() && index < list.size(); };
    Assumption& assumption = assumptions.emplace_back();
    assumption.text = text.get<std::string>();
    if (has(checks) && checks[index].is_string()) assumption.check = runCheckFrom(checks[index].get<std::string>());
    if (has(parts) && parts[index].is_object()) {
      if (Message read = messageFromParts(parts[index]); read == text.get<std::string>())
        assumption.text = std::move(read);
      assumption.ofLaunches = parts[index].value("of_launches", false);
    }
  }
  return assumptions;
}

}  // namespace

// A verdict of a later version is not understood here: that is exactly what unknown means.
NLOHMANN_JSON_SERIALIZE_ENUM(VerdictKind, {{VerdictKind::unknown, "unknown"},
                                           {VerdictKind::applicable, "applicable"},
                                           {VerdictKind::refused, "refused"}})

// A kind of a later version promises no more than the weakest known here.
NLOHMANN_JSON_SERIALIZE_ENUM(Sameness, {{Sameness::reassociating, "reassociating"},
                                        {Sameness::bitwise, "bitwise"},
                                        {Sameness::anotherOrder, "another_order"}})

void to_json(json& object, const Estimate& estimate) {
  object = toJson(estimate);
}

void from_json(const json& object, Estimate& estimate) {
  estimate.known = object.at("speedup").is_number();
  if (estimate.known) {
    object.at("speedup").get_to(estimate.speedup);
    estimate.speedupLow = object.value("speedup_low", estimate.speedup);
    estimate.speedupHigh = object.value("speedup_high", estimate.speedup);
  }
  estimate.bound = object.value("bound", "");
  for (const auto& [name, value] : member(object, "inputs").items()) {
    if (value.is_number()) value.get_to(estimate.inputs[name]);
  }
}

void fieldsOf(auto& fields, Of<Evidence> auto& step) {
  placeFields(fields, step.at);
  messageField(fields, "text", step.text);
  fields.sparse("access", utf8(step.access));
  fields.sparse("index", utf8(step.index));
  fields.sparse("condition", utf8(step.condition));
}

void fieldsOf(auto& fields, Of<Parameter> auto& parameter) {
  fields("name", utf8(parameter.name));
  fields.through("values", parameter.values, valuesJson, valuesFromJson);
  const bool isDependent = fields.writes ? !parameter.dependsOn.empty() : fields.has("depends_on");
  if (!isDependent) return;
  fields.sparse("depends_on", utf8(parameter.dependsOn));
  fields.through("values_by", parameter.valuesBy, valuesByJson, valuesByFromJson);
}

void fieldsOf(auto& fields, Of<Opportunity> auto& opportunity) {
  fields("id", utf8(opportunity.id));
  fields("pass", utf8(opportunity.pass));
  fields.defaulted("kernel", utf8(opportunity.kernel));
  fields.defaulted("signature", utf8(opportunity.signature));
  fields("subject", utf8(opportunity.subject));
  fields.derived("line", opportunity.range.begin.line);
  fields.derived("column", opportunity.range.begin.column);
  fields.defaulted("range", opportunity.range);
  messageField(fields, "title", opportunity.title);
  fields("verdict", opportunity.verdict);
  messageField(fields, "reason", opportunity.reason);
  fields.sparse("decided_when_made", opportunity.isDecidedWhenMade);
  fields.defaulted("sameness", opportunity.sameness);
  fields.sparse("kept", opportunity.kept);
  fields.defaulted("evidence", opportunity.evidence);
  fields.defaulted("parameters", opportunity.parameters);
  fields.defaulted("estimate", opportunity.estimate);
  fields.defaulted("proof_seconds", opportunity.proofSeconds);
}

void to_json(json& object, const Opportunity& opportunity) {
  writeFields(object, opportunity);
  json assumptions = json::array(), checks = json::array(), parts = json::array();
  for (const Assumption& assumption : opportunity.assumptions) {
    assumptions.push_back(jsonText(toText(assumption.text)));
    checks.push_back(jsonText(toString(assumption.check)));
    parts.push_back(partsJson(assumption.text));
    if (assumption.ofLaunches) parts.back()["of_launches"] = true;
  }
  object["assumptions"] = std::move(assumptions);
  object["assumption_checks"] = std::move(checks);
  object["assumption_parts"] = std::move(parts);
}

void from_json(const json& object, Opportunity& opportunity) {
  readFields(object, opportunity);
  opportunity.assumptions = assumptionsFrom(object);
}

void fieldsOf(auto& fields, Of<TextEdit> auto& edit) {
  fields("offset", edit.offset);
  fields("length", edit.length);
  fields.through("replacement", edit.replacement, jsonBytes, bytesFromJson);
  fields.defaulted("note", utf8(edit.note));
}

void fieldsOf(auto& fields, Of<FileEdits> auto& file) {
  fields.through("file", file.file, jsonBytes, bytesFromJson);
  fields.through("hash", file.textHash, hexText, hashFromJson);
  fields("edits", file.edits);
  fields.sparse("creates", file.creates);
}

void fieldsOf(auto& fields, Of<Rewrite> auto& rewrite) {
  fields.defaulted("summary", utf8(rewrite.summary));
  fields("files", rewrite.files);
}

// Counts are worth having without a prediction too: then the speedups are null.
json toJson(const Estimate& estimate) {
  if (!estimate.known && estimate.inputs.empty()) return nullptr;
  const auto predicted = [&](double value) { return estimate.known ? json(value) : json(nullptr); };
  json inputs = json::object();
  for (const auto& [name, value] : estimate.inputs) inputs[name] = value;
  return {{"speedup", predicted(estimate.speedup)},
          {"speedup_low", predicted(estimate.speedupLow)},
          {"speedup_high", predicted(estimate.speedupHigh)},
          {"bound", jsonText(estimate.bound)},
          {"inputs", inputs}};
}

const json& member(const json& object, const char* name) {
  static const json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(name);
  return found == object.end() ? nothing : *found;
}

void to_json(json& object, const SourceRange& range) {
  object = nullptr;
  if (range.isValid()) writeFields(object, range);
}

void from_json(const json& object, SourceRange& range) {
  range = {};
  if (object.is_object()) readFields(object, range);
}

json toJson(const Opportunity& opportunity) {
  return opportunity;
}

Result<Opportunity> opportunityFromJson(const json& object) {
  return readJson<Opportunity>(object, "This is not an opportunity: ", ErrorKind::input);
}

json toJson(const Rewrite& rewrite) {
  return rewrite;
}

Result<Rewrite> rewriteFromJson(const json& object) {
  return readJson<Rewrite>(object, "This is not a rewrite: ", ErrorKind::input);
}

}  // namespace warpwright
