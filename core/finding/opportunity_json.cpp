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

Estimate estimateFromJson(const json& object) {
  Estimate estimate;
  if (object.is_null()) return estimate;
  estimate.known = object.at("speedup").is_number();
  if (estimate.known) {
    estimate.speedup = object.at("speedup").get<double>();
    estimate.speedupLow = object.value("speedup_low", estimate.speedup);
    estimate.speedupHigh = object.value("speedup_high", estimate.speedup);
  }
  estimate.bound = object.value("bound", "");
  for (const auto& [name, value] : member(object, "inputs").items()) {
    if (value.is_number()) estimate.inputs[name] = value.get<double>();
  }
  return estimate;
}

VerdictKind verdictFromJson(const std::string& text) {
  if (text == "applicable") return VerdictKind::applicable;
  if (text == "refused") return VerdictKind::refused;
  // A verdict of a later version is not understood here: that is exactly what unknown means.
  return VerdictKind::unknown;
}

Opportunity readOpportunity(const json& object) {
  Opportunity opportunity;
  opportunity.id = object.at("id").get<std::string>();
  opportunity.pass = object.at("pass").get<std::string>();
  opportunity.kernel = object.value("kernel", "");
  opportunity.signature = object.value("signature", "");
  opportunity.subject = object.at("subject").get<std::string>();
  opportunity.range = rangeFromJson(member(object, "range"));
  opportunity.title = readMessage(object, "title");
  opportunity.verdict = verdictFromJson(object.at("verdict").get<std::string>());
  opportunity.reason = readMessage(object, "reason");
  const json &checks = member(object, "assumption_checks"), &parts = member(object, "assumption_parts");
  for (const json& text : member(object, "assumptions")) {
    const size_t index = opportunity.assumptions.size();
    const auto has = [&](const json& list) { return list.is_array() && index < list.size(); };
    Assumption assumption;
    assumption.text = text.get<std::string>();
    if (has(checks) && checks[index].is_string()) assumption.check = checks[index].get<std::string>();
    if (has(parts) && parts[index].is_object()) {
      if (Message read = messageFromParts(parts[index]); read == text.get<std::string>())
        assumption.text = std::move(read);
      assumption.ofLaunches = parts[index].value("of_launches", false);
    }
    opportunity.assumptions.push_back(std::move(assumption));
  }
  for (const json& step : member(object, "evidence")) {
    opportunity.evidence.push_back({{step.value("file", ""), step.value("line", 0u), step.value("column", 0u)},
                                    readMessage(step, "text"),
                                    step.value("access", ""),
                                    step.value("index", ""),
                                    step.value("condition", "")});
  }
  for (const json& entry : member(object, "parameters")) {
    Parameter parameter{entry.at("name").get<std::string>(), {}};
    for (const json& value : entry.at("values")) parameter.values.push_back(valueFromJson(value));
    opportunity.parameters.push_back(std::move(parameter));
  }
  opportunity.estimate = estimateFromJson(member(object, "estimate"));
  opportunity.proofSeconds = object.value("proof_seconds", 0.0);
  return opportunity;
}

}  // namespace

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

json toJson(const SourceRange& range) {
  if (!range.isValid()) return nullptr;
  return {{"file", jsonText(range.begin.file)},
          {"line", range.begin.line},
          {"column", range.begin.column},
          {"end_line", range.endLine},
          {"end_column", range.endColumn}};
}

SourceRange rangeFromJson(const json& object) {
  SourceRange range;
  if (!object.is_object()) return range;
  range.begin = {object.value("file", ""), object.value("line", 0u), object.value("column", 0u)};
  range.endLine = object.value("end_line", 0u);
  range.endColumn = object.value("end_column", 0u);
  return range;
}

json toJson(const Opportunity& opportunity) {
  json assumptions = json::array(), checks = json::array(), parts = json::array();
  json evidence = json::array(), parameters = json::array();
  for (const Assumption& assumption : opportunity.assumptions) {
    assumptions.push_back(jsonText(toText(assumption.text)));
    checks.push_back(jsonText(assumption.check));
    parts.push_back(partsJson(assumption.text));
    if (assumption.ofLaunches) parts.back()["of_launches"] = true;
  }
  for (const Evidence& step : opportunity.evidence) {
    evidence.push_back({{"file", jsonText(step.at.file)}, {"line", step.at.line}, {"column", step.at.column}});
    writeMessage(evidence.back(), "text", step.text);
    for (const auto& [name, value] : {std::pair("access", &step.access), std::pair("index", &step.index),
                                      std::pair("condition", &step.condition)}) {
      if (!value->empty()) evidence.back()[name] = jsonText(*value);
    }
  }
  for (const Parameter& parameter : opportunity.parameters) {
    json values = json::array();
    for (const std::string& value : parameter.values) values.push_back(valueJson(value));
    parameters.push_back({{"name", jsonText(parameter.name)}, {"values", values}});
  }
  json object{{"id", jsonText(opportunity.id)},
              {"pass", jsonText(opportunity.pass)},
              {"kernel", jsonText(opportunity.kernel)},
              {"signature", jsonText(opportunity.signature)},
              {"subject", jsonText(opportunity.subject)},
              {"line", opportunity.range.begin.line},
              {"column", opportunity.range.begin.column},
              {"range", toJson(opportunity.range)},
              {"verdict", toString(opportunity.verdict)},
              {"assumptions", assumptions},
              {"assumption_checks", checks},
              {"assumption_parts", parts},
              {"evidence", evidence},
              {"parameters", parameters},
              {"estimate", toJson(opportunity.estimate)},
              {"proof_seconds", opportunity.proofSeconds}};
  writeMessage(object, "title", opportunity.title);
  writeMessage(object, "reason", opportunity.reason);
  return object;
}

Result<Opportunity> opportunityFromJson(const json& object) {
  try {
    return readOpportunity(object);
  } catch (const json::exception& failure) {
    return inputError(std::string("This is not an opportunity: ") + failure.what() + ".");
  }
}

json toJson(const Rewrite& rewrite) {
  json files = json::array();
  for (const FileEdits& file : rewrite.files) {
    json edits = json::array();
    for (const TextEdit& edit : file.edits) {
      edits.push_back({{"offset", edit.offset},
                       {"length", edit.length},
                       {"replacement", jsonBytes(edit.replacement)},
                       {"note", jsonText(edit.note)}});
    }
    files.push_back({{"file", jsonBytes(file.file)}, {"hash", hexText(file.textHash)}, {"edits", edits}});
    if (file.creates) files.back()["creates"] = true;
  }
  return {{"summary", jsonText(rewrite.summary)}, {"files", files}};
}

Result<Rewrite> rewriteFromJson(const json& object) {
  try {
    Rewrite rewrite;
    rewrite.summary = object.value("summary", "");
    for (const json& file : object.at("files")) {
      FileEdits edits{bytesFromJson(file.at("file")), 0, {}, file.value("creates", false)};
      const auto hash = file.at("hash").get<std::string>();
      const auto [end, failure] = std::from_chars(hash.data(), hash.data() + hash.size(), edits.textHash, 16);
      if (failure != std::errc() || end != hash.data() + hash.size()) {
        return inputError("This is not a rewrite: the hash '" + hash + "' is not hexadecimal.");
      }
      for (const json& edit : file.at("edits")) {
        edits.edits.push_back({edit.at("offset").get<uint32_t>(), edit.at("length").get<uint32_t>(),
                               bytesFromJson(edit.at("replacement")), edit.value("note", "")});
      }
      rewrite.files.push_back(std::move(edits));
    }
    return rewrite;
  } catch (const json::exception& failure) {
    return inputError(std::string("This is not a rewrite: ") + failure.what() + ".");
  }
}

}  // namespace warpwright
