#include "analysis/analyzer/unit_parts.h"

#include "core/finding/opportunity_json.h"

namespace warpwright::analysis {
namespace {

using nlohmann::json;
using Found = UnitFindings::Found;

Error unreadable(const std::string& why) {
  return {ErrorKind::worker, "The worker sent findings that cannot be read: " + why, {}};
}

json foundJson(const std::vector<Found>& found) {
  json list = json::array();
  for (const Found& one : found)
    list.push_back({one.finding, one.change.files.empty() ? json(nullptr) : toJson(one.change)});
  return list;
}

/// Throws nlohmann::json::exception where it is something else.
std::vector<Found> foundFrom(const json& list) {
  std::vector<Found> all;
  for (const json& one : list) {
    Found& found = all.emplace_back();
    one.at(0).get_to(found.finding);
    if (one.at(1).is_null()) continue;
    Result<Rewrite> change = rewriteFromJson(one.at(1));
    if (!change.ok()) throw json::other_error::create(501, change.error().message, nullptr);
    found.change = std::move(change.value());
  }
  return all;
}

}  // namespace

Result<UnitPart> unitPartFromJson(const json& object) {
  UnitPart part;
  const char* whole = "whole";
  for (const char* name : {whole, "begun"}) {
    if (!object.is_object() || !object.contains(name)) continue;
    Result<UnitFindings> findings = unitFindingsFromJson(object.at(name));
    if (!findings.ok()) return findings.error();
    (name == whole ? part.whole : part.begun) = std::move(findings.value());
    return part;
  }
  try {
    if (object.contains("registers"))
      part.registers = object.at("registers").get<std::vector<KernelResources>>();
    else
      part.decided.emplace(object.at("kernel").get<size_t>(), foundFrom(object.at("found")));
  } catch (const json::exception& problem) {
    return unreadable(problem.what());
  }
  return part;
}

void replay(UnitPart part, UnitListener& listener) {
  if (part.whole) return replay(*std::move(part.whole), listener);
  if (part.begun) {
    listener.looking(part.begun->passes);
    listener.unit(std::move(part.begun->summary), std::move(part.begun->kernels), std::move(part.begun->texts));
  }
  if (part.decided) listener.decided(part.decided->first, std::move(part.decided->second));
  for (size_t k = 0; part.registers && k < part.registers->size(); ++k) listener.counted(k, (*part.registers)[k]);
}

void ToldInParts::unit(UnitSummary summary, std::vector<UnitFindings::Kernel> kernels, model::FunctionTexts texts) {
  registers_.resize(kernels.size());
  begun_.summary = std::move(summary);
  begun_.kernels = std::move(kernels);
  begun_.texts = std::move(texts);
  say_({{"begun", toJson(begun_)}});
  begun_ = {};
}

void ToldInParts::decided(size_t kernel, std::vector<Found> found) {
  say_({{"kernel", kernel}, {"found", foundJson(found)}});
}

json ToldInParts::last() const {
  if (begun_.failed) return {{"whole", toJson(begun_)}};
  return {{"registers", registers_}};
}

}  // namespace warpwright::analysis
