#include "core/finding/analysis_result.h"
#include "core/finding/opportunity_json.h"

namespace warpwright {

using nlohmann::json;

// The first is what an unknown word of a later version is read as.
NLOHMANN_JSON_SERIALIZE_ENUM(Diagnostic::Severity, {{Diagnostic::Severity::error, "error"},
                                                    {Diagnostic::Severity::note, "note"},
                                                    {Diagnostic::Severity::warning, "warning"}})

void fieldsOf(auto& fields, Of<Diagnostic> auto& diagnostic) {
  fields.defaulted("severity", diagnostic.severity);
  fieldsOf(fields, diagnostic.range);
  fields.defaulted("message", utf8(diagnostic.message));
}

void fieldsOf(auto& fields, Of<UnitSummary> auto& unit) {
  fields("file", utf8(unit.file));
  fields.defaulted("headers", utf8(unit.headers));
  fields.sparse("folder", utf8(unit.folder));
  fields.sparse("flags", utf8(unit.flags));
  fields.defaulted("errors", unit.errors);
  fields.defaulted("missing_headers", utf8(unit.missingHeaders));
  fields.defaulted("guessed_headers", utf8(unit.guessedHeaders));
  fields.defaulted("notes", utf8(unit.notes));
  fields.defaulted("parse_seconds", unit.parseSeconds);
  fields.defaulted("proof_seconds", unit.proofSeconds);
}

void fieldsOf(auto& fields, Of<Launch> auto& launch) {
  placeFields(fields, launch.at);
  fields.defaulted("grid", launch.grid);
  fields.defaulted("block", launch.block);
  fields.defaulted("shared", launch.sharedBytes);
  fields.defaulted("arguments", launch.arguments);
  fields.defaulted("from_user", launch.fromUser);
  messageField(fields, "reason", launch.unknownReason);
}

/// Those of the source and those that were seen, in one list.
template <typename Kernel>
struct AllLaunches {
  Kernel& kernel;
};

template <typename Kernel>
void to_json(json& list, const AllLaunches<Kernel>& launches) {
  list = launches.kernel.launches;
  for (const ObservedLaunch& launch : launches.kernel.observed) list.push_back(launch);
}

template <typename Kernel>
void from_json(const json& list, AllLaunches<Kernel>& launches) {
  for (const json& launch : list) {
    if (launch.value("observed", false))
      launch.get_to(launches.kernel.observed.emplace_back());
    else
      launch.get_to(launches.kernel.launches.emplace_back());
  }
}

void fieldsOf(auto& fields, Of<KernelResources> auto& resources) {
  fields.defaulted("registers", resources.registers);
  fields.defaulted("registers_low", resources.registersLow);
  fields.defaulted("registers_high", resources.registersHigh);
  fields.defaulted("shared", resources.sharedBytes);
  fields.defaulted("source", utf8(resources.source));
}

void to_json(json& object, const KernelResources& resources) {
  writeFields(object, resources);
}

void from_json(const json& object, KernelResources& resources) {
  readFields(object, resources);
}

void fieldsOf(auto& fields, Of<UnitFlags> auto& unit) {
  fields("file", utf8(unit.file));
  fields.sparse("folder", utf8(unit.folder));
  fields.sparse("flags", utf8(unit.flags));
}

void fieldsOf(auto& fields, Of<ProgramSummary> auto& program) {
  fields("name", utf8(program.name));
  fields.sparse("main", utf8(program.main));
  fields.defaulted("units", utf8(program.units));
  fields.sparse("host", program.host);
  fields.sparse("libraries", program.libraries);
  fields.defaulted("files", utf8(program.files));
}

/// The `program` that has a kernel, null where none does; besides `programs`, where several do.
void programFields(auto& fields, auto& names) {
  if constexpr (std::remove_reference_t<decltype(fields)>::writes) {
    const std::optional<std::string> first = names.empty() ? std::nullopt : std::optional(names.front());
    fields.defaulted("program", first ? nlohmann::json(jsonText(*first)) : nlohmann::json(nullptr));
    if (names.size() > 1) fields.defaulted("programs", utf8(names));
  } else {
    if (fields.has("program")) fields.defaulted("program", names.emplace_back());
    fields.defaulted("programs", names);
  }
}

void fieldsOf(auto& fields, Of<KernelSummary> auto& kernel) {
  fields("name", utf8(kernel.name));
  fields.defaulted("signature", utf8(kernel.signature));
  programFields(fields, kernel.programs);
  fields.sparse("instances", utf8(kernel.instances));
  fields.sparse("unit", utf8(kernel.unit));
  placeFields(fields, fields.writes && !kernel.nameAt.isValid() ? kernel.definition.begin : kernel.nameAt);
  fields.defaulted("range", kernel.definition);
  fields.defaulted("launches", AllLaunches{kernel});
  fields.sparse("observed_others", kernel.observedOthers);
  fields.defaulted("resources", kernel.resources);
  fields.defaulted("has_errors", kernel.hasErrors);
  messageField(fields, "reason", kernel.unknownReason);
  fields.defaulted("opportunities", kernel.opportunities);
}

void from_json(const json& object, KernelSummary& kernel) {
  readFields(object, kernel);
  // The schema names kernel and signature once; a file written by hand may leave them out below.
  for (Opportunity& opportunity : kernel.opportunities) {
    if (opportunity.kernel.empty()) opportunity.kernel = kernel.name;
    if (opportunity.signature.empty()) opportunity.signature = kernel.signature;
  }
}

void fieldsOf(auto& fields, Of<AnalysisResult> auto& result) {
  fields("units", result.units);
  fields.defaulted("programs", result.programs);
  fields("kernels", result.kernels);
  fields.sparse("awaits_registers", result.awaitsRegisters);
  fields.sparse("observed_run", result.observedRun);
}

namespace {

constexpr const char* schemaName = "warpwright.analysis/1";

}  // namespace

json toJson(const AnalysisResult& result) {
  json object = result;
  object["schema"] = schemaName;
  object["passes"] = passesJson(result.passes);
  return object;
}

Result<AnalysisResult> analysisFromJson(const json& object) {
  const char* none = "This is not an analysis result: ";
  const auto schema = readJson<std::string>(member(object, "schema"), none, ErrorKind::input);
  if (!schema.ok()) return schema.error();
  if (*schema != schemaName) {
    return inputError("The analysis has schema '" + *schema + "'; this version reads " + schemaName + ".");
  }
  auto result = readJson<AnalysisResult>(object, none, ErrorKind::input);
  if (!result.ok()) return result;
  auto passes = passesFromJson(object.value("passes", json::array()));  // a file of an earlier version has none
  if (!passes.ok()) return passes.error();
  result->passes = *std::move(passes);
  return result;
}

}  // namespace warpwright
