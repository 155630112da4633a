#include "core/base/json_text.h"
#include "core/finding/analysis_result.h"
#include "core/finding/opportunity_json.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr const char* schemaName = "warpwright.analysis/1";

const char* severityName(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::note:
      return "note";
    case Diagnostic::Severity::warning:
      return "warning";
    case Diagnostic::Severity::error:
      break;
  }
  return "error";
}

json toJson(const Diagnostic& diagnostic) {
  return {{"severity", severityName(diagnostic.severity)}, {"file", jsonText(diagnostic.range.begin.file)},
          {"line", diagnostic.range.begin.line},           {"column", diagnostic.range.begin.column},
          {"end_line", diagnostic.range.endLine},          {"end_column", diagnostic.range.endColumn},
          {"message", jsonText(diagnostic.message)}};
}

Diagnostic diagnosticFromJson(const json& object) {
  const std::string severity = object.value("severity", "error");
  return {severity == "note"      ? Diagnostic::Severity::note
          : severity == "warning" ? Diagnostic::Severity::warning
                                  : Diagnostic::Severity::error,
          rangeFromJson(object), object.value("message", "")};
}

json textsJson(const std::vector<std::string>& texts) {
  json array = json::array();
  for (const auto& text : texts) array.push_back(jsonText(text));
  return array;
}

std::vector<std::string> textsFromJson(const json& array) {
  std::vector<std::string> texts;
  for (const json& text : array) texts.push_back(text.get<std::string>());
  return texts;
}

json toJson(const UnitSummary& unit) {
  json errors = json::array();
  for (const Diagnostic& diagnostic : unit.errors) errors.push_back(toJson(diagnostic));
  return {{"file", jsonText(unit.file)},
          {"headers", jsonText(unit.headers)},
          {"errors", errors},
          {"missing_headers", textsJson(unit.missingHeaders)},
          {"guessed_headers", textsJson(unit.guessedHeaders)},
          {"notes", textsJson(unit.notes)},
          {"parse_seconds", unit.parseSeconds},
          {"proof_seconds", unit.proofSeconds}};
}

UnitSummary unitFromJson(const json& object) {
  UnitSummary unit;
  unit.file = object.at("file").get<std::string>();
  unit.headers = object.value("headers", "");
  for (const json& diagnostic : member(object, "errors")) unit.errors.push_back(diagnosticFromJson(diagnostic));
  unit.missingHeaders = textsFromJson(member(object, "missing_headers"));
  unit.guessedHeaders = textsFromJson(member(object, "guessed_headers"));
  unit.notes = textsFromJson(member(object, "notes"));
  unit.parseSeconds = object.value("parse_seconds", 0.0);
  unit.proofSeconds = object.value("proof_seconds", 0.0);
  return unit;
}

json shapeJson(const std::array<std::optional<uint32_t>, 3>& shape) {
  return {optionalJson(shape[0]), optionalJson(shape[1]), optionalJson(shape[2])};
}

std::array<std::optional<uint32_t>, 3> shapeFromJson(const json& array) {
  std::array<std::optional<uint32_t>, 3> shape;
  for (size_t i = 0; i < shape.size() && array.is_array() && i < array.size(); ++i) {
    shape[i] = optionalFromJson<uint32_t>(array[i]);
  }
  return shape;
}

json toJson(const Launch& launch) {
  json arguments = json::array();
  for (const auto& argument : launch.arguments) arguments.push_back(optionalJson(argument));
  json object{{"file", jsonText(launch.at.file)}, {"line", launch.at.line},
              {"column", launch.at.column},       {"grid", shapeJson(launch.grid)},
              {"block", shapeJson(launch.block)}, {"shared", optionalJson(launch.sharedBytes)},
              {"arguments", arguments},           {"from_user", launch.fromUser}};
  writeMessage(object, "reason", launch.unknownReason);
  return object;
}

Launch launchFromJson(const json& object) {
  Launch launch;
  launch.at = {object.value("file", ""), object.value("line", 0u), object.value("column", 0u)};
  launch.grid = shapeFromJson(member(object, "grid"));
  launch.block = shapeFromJson(member(object, "block"));
  launch.sharedBytes = optionalFromJson<uint64_t>(member(object, "shared"));
  for (const json& argument : member(object, "arguments")) {
    launch.arguments.push_back(optionalFromJson<int64_t>(argument));
  }
  launch.fromUser = object.value("from_user", false);
  launch.unknownReason = readMessage(object, "reason");
  return launch;
}

json toJson(const KernelResources& resources) {
  return {{"registers", optionalJson(resources.registers)},
          {"registers_low", optionalJson(resources.registersLow)},
          {"registers_high", optionalJson(resources.registersHigh)},
          {"shared", resources.sharedBytes},
          {"source", jsonText(resources.source)}};
}

KernelResources resourcesFromJson(const json& object) {
  KernelResources resources;
  if (!object.is_object()) return resources;
  resources.registers = optionalFromJson<uint32_t>(member(object, "registers"));
  resources.registersLow = optionalFromJson<uint32_t>(member(object, "registers_low"));
  resources.registersHigh = optionalFromJson<uint32_t>(member(object, "registers_high"));
  resources.sharedBytes = object.value("shared", uint64_t{0});
  resources.source = object.value("source", "estimate");
  return resources;
}

json toJson(const KernelSummary& kernel) {
  json launches = json::array(), opportunities = json::array();
  for (const Launch& launch : kernel.launches) launches.push_back(toJson(launch));
  for (const Opportunity& opportunity : kernel.opportunities) opportunities.push_back(toJson(opportunity));
  const SourcePosition& at = kernel.nameAt.isValid() ? kernel.nameAt : kernel.definition.begin;
  json object{{"name", jsonText(kernel.name)},
              {"signature", jsonText(kernel.signature)},
              {"file", jsonText(at.file)},
              {"line", at.line},
              {"column", at.column},
              {"range", toJson(kernel.definition)},
              {"launches", launches},
              {"resources", toJson(kernel.resources)},
              {"has_errors", kernel.hasErrors},
              {"opportunities", opportunities}};
  writeMessage(object, "reason", kernel.unknownReason);
  return object;
}

KernelSummary kernelFromJson(const json& object) {
  KernelSummary kernel;
  kernel.name = object.at("name").get<std::string>();
  kernel.signature = object.value("signature", "");
  kernel.nameAt = {object.value("file", ""), object.value("line", 0u), object.value("column", 0u)};
  kernel.definition = rangeFromJson(member(object, "range"));
  for (const json& launch : member(object, "launches")) kernel.launches.push_back(launchFromJson(launch));
  kernel.resources = resourcesFromJson(member(object, "resources"));
  kernel.hasErrors = object.value("has_errors", false);
  kernel.unknownReason = readMessage(object, "reason");
  for (const json& entry : member(object, "opportunities")) {
    auto opportunity = opportunityFromJson(entry);
    if (!opportunity.ok()) throw json::other_error::create(501, opportunity.error().message, nullptr);
    // The schema names kernel and signature once; a file written by hand may leave them out below.
    if (opportunity->kernel.empty()) opportunity->kernel = kernel.name;
    if (opportunity->signature.empty()) opportunity->signature = kernel.signature;
    kernel.opportunities.push_back(std::move(opportunity).value());
  }
  return kernel;
}

}  // namespace

json toJson(const AnalysisResult& result) {
  json units = json::array(), kernels = json::array();
  for (const UnitSummary& unit : result.units) units.push_back(toJson(unit));
  for (const KernelSummary& kernel : result.kernels) kernels.push_back(toJson(kernel));
  json object{{"schema", schemaName}, {"units", units}, {"kernels", kernels}, {"passes", passesJson(result.passes)}};
  if (result.awaitsRegisters) object["awaits_registers"] = true;
  return object;
}

Result<AnalysisResult> analysisFromJson(const json& object) {
  try {
    const auto schema = object.at("schema").get<std::string>();
    if (schema != schemaName) {
      return inputError("The analysis has schema '" + schema + "'; this version reads " + schemaName + ".");
    }
    AnalysisResult result;
    for (const json& unit : object.at("units")) result.units.push_back(unitFromJson(unit));
    for (const json& kernel : object.at("kernels")) result.kernels.push_back(kernelFromJson(kernel));
    auto passes = passesFromJson(object.value("passes", json::array()));  // a file of an earlier version has none
    if (!passes.ok()) return passes.error();
    result.passes = *std::move(passes);
    result.awaitsRegisters = object.value("awaits_registers", false);
    return result;
  } catch (const json::exception& failure) {
    return inputError(std::string("This is not an analysis result: ") + failure.what() + ".");
  }
}

}  // namespace warpwright
