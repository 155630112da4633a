#include "analysis/analyzer/unit_findings.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/json_fields.h"
#include "core/finding/opportunity_json.h"

namespace warpwright {

void fieldsOf(auto& fields, Of<WantedConstant> auto& wanted) {
  fields("parameter", wanted.parameter);
  fields("name", utf8(wanted.name));
  fields.sparse("not_zero", wanted.notZero);
}

}  // namespace warpwright

namespace warpwright::analysis {
namespace {

using nlohmann::json;
using Kernel = UnitFindings::Kernel;

/// What an answer does not say of a kernel, or says otherwise.
json besides(const Kernel& kernel) {
  json open = json::array(), changes = json::array(), wanted = json::array();
  // Of launches that stand for others an answer has the place alone.
  for (const Launch& launch : kernel.summary.launches) open.push_back(partsJson(launch.openReason));
  for (const UnitFindings::Found& one : kernel.found)
    changes.push_back(one.change.files.empty() ? json(nullptr) : toJson(one.change));
  for (const WantedConstant& one : kernel.wanted) wanted.push_back(one);
  return {{"written_as", jsonBytes(kernel.writtenAs)},
          {"is_read", kernel.isRead},
          {"function", kernel.function},
          {"open", std::move(open)},
          {"changes", std::move(changes)},
          {"wanted", std::move(wanted)}};
}

/// Throws nlohmann::json::exception where it is something else.
Kernel kernelFrom(KernelSummary summary, const json& rest) {
  Kernel kernel;
  kernel.writtenAs = bytesFromJson(rest.at("written_as"));
  kernel.isRead = rest.at("is_read").get<bool>();
  kernel.function = rest.at("function").get<uint64_t>();
  for (size_t i = 0; i < summary.launches.size(); ++i)
    summary.launches[i].openReason = messageFromParts(rest.at("open").at(i));
  for (const json& one : rest.at("wanted")) kernel.wanted.push_back(one.get<WantedConstant>());
  for (size_t i = 0; i < summary.opportunities.size(); ++i) {
    UnitFindings::Found& found = kernel.found.emplace_back();
    found.finding = std::move(summary.opportunities[i]);
    const json& change = rest.at("changes").at(i);
    if (change.is_null()) continue;
    Result<Rewrite> read = rewriteFromJson(change);
    if (!read.ok()) throw json::other_error::create(501, read.error().message, nullptr);
    found.change = std::move(read.value());
  }
  summary.opportunities.clear();
  kernel.counted = summary.resources;
  summary.resources = {
      .registers = {}, .registersLow = {}, .registersHigh = {}, .sharedBytes = kernel.counted.sharedBytes};
  kernel.summary = std::move(summary);
  return kernel;
}

json textsJson(const model::FunctionTexts& texts) {
  json list = json::array();
  for (const auto& [file, functions] : texts) {
    json pieces = json::array();
    for (const model::FunctionText& one : functions) pieces.push_back({one.begin, one.end, one.function});
    list.push_back({jsonBytes(file), std::move(pieces)});
  }
  return list;
}

model::FunctionTexts textsFrom(const json& list) {
  model::FunctionTexts texts;
  for (const json& file : list) {
    std::vector<model::FunctionText>& functions = texts[bytesFromJson(file.at(0))];
    for (const json& one : file.at(1))
      functions.push_back({one.at(0).get<uint32_t>(), one.at(1).get<uint32_t>(), one.at(2).get<uint64_t>()});
  }
  return texts;
}

UnitFindings findingsFrom(AnalysisResult answer, const json& object) {
  UnitFindings all;
  all.passes = std::move(answer.passes);
  if (object.contains("failed")) all.failed = object.at("failed").get<Error>();
  if (!answer.units.empty()) all.summary = std::move(answer.units.front());
  for (size_t k = 0; k < answer.kernels.size(); ++k)
    all.kernels.push_back(kernelFrom(std::move(answer.kernels[k]), object.at("kernels").at(k)));
  all.texts = textsFrom(object.at("texts"));
  return all;
}

}  // namespace

void replay(UnitFindings findings, UnitListener& listener) {
  listener.looking(findings.passes);
  if (findings.failed) return listener.failed(*findings.failed);
  std::vector<std::vector<UnitFindings::Found>> found;
  std::vector<KernelResources> counted;
  for (Kernel& kernel : findings.kernels) {
    found.push_back(std::exchange(kernel.found, {}));
    counted.push_back(std::exchange(kernel.counted, {}));
  }
  listener.unit(std::move(findings.summary), std::move(findings.kernels), std::move(findings.texts));
  for (size_t k = 0; k < found.size(); ++k) listener.decided(k, std::move(found[k]));
  for (size_t k = 0; k < found.size(); ++k) listener.counted(k, counted[k]);
}

json toJson(const UnitFindings& findings) {
  AnalysisResult answer;
  answer.passes = findings.passes;
  json rest = json::array();
  if (!findings.failed) answer.units.push_back(findings.summary);
  for (const Kernel& kernel : findings.kernels) {
    KernelSummary& summary = answer.kernels.emplace_back(kernel.summary);
    summary.resources = kernel.counted;
    summary.resources.sharedBytes = kernel.summary.resources.sharedBytes;
    for (const UnitFindings::Found& one : kernel.found) summary.opportunities.push_back(one.finding);
    rest.push_back(besides(kernel));
  }
  json object = {{"analysis", toJson(answer)}, {"kernels", std::move(rest)}, {"texts", textsJson(findings.texts)}};
  if (findings.failed) object["failed"] = *findings.failed;
  return object;
}

Result<UnitFindings> unitFindingsFromJson(const json& object) {
  Result<AnalysisResult> answer = analysisFromJson(member(object, "analysis"));
  if (!answer.ok()) return answer.error();
  try {
    return findingsFrom(std::move(answer.value()), object);
  } catch (const json::exception& problem) {
    return Error{ErrorKind::worker, std::string("The worker sent findings that cannot be read: ") + problem.what(), {}};
  }
}

}  // namespace warpwright::analysis
