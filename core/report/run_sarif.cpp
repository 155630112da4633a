#include <map>

#include "core/base/json_text.h"
#include "core/report/report_input.h"
#include "core/report/sarif_parts.h"

namespace warpwright {
namespace {

using nlohmann::json;

/// What each kind of finding is, for those who read a list of rules.
std::string describeKind(const std::string& kind) {
  static const std::map<std::string, std::string> texts = {
      {"race", "Two threads access the same bytes, one of them writes, and nothing orders them"},
      {"uninitialised-read", "Shared memory is read that no thread of the block has written"},
      {"missing-synchronisation",
       "Two streams, or a stream and the host, touch the same memory and nothing orders them"},
      {"host-access", "The host touches memory of the device, which a GPU keeps from it"},
      {"out-of-bounds",
       "An access outside every live allocation, outside a shared variable, or in another allocation than the "
       "pointer's"},
      {"misaligned-access",
       "An access at an address that is no multiple of what its type needs: a GPU stops the kernel there"},
      {"use-after-free", "Device memory is used after it was freed"},
      {"barrier-divergence", "Not all threads of a block reach the same barrier"},
      {"undefined-shuffle", "A warp operation with lanes that its mask does not name or that do not take part"},
      {"assumption", "Something that a change rests on does not hold in this run"}};
  const auto found = texts.find(kind);
  return found == texts.end() ? kind : found->second;
}

json notificationOf(const ReportInput& input, const Error& error) {
  json entry = {{"level", "error"}, {"message", {{"text", jsonText(error.message)}}}};
  if (error.range) entry["locations"] = json::array({sarifLocation(input, *error.range)});
  return entry;
}

}  // namespace

json sarifReport(const EngineRun& run, const std::filesystem::path& root) {
  ReportInput input;
  input.root = root;
  std::map<std::string, size_t> ruleIndexes;
  json rules = json::array(), results = json::array(), notifications = json::array();
  for (const EngineFinding& finding : run.findings) {
    const auto [rule, isNew] = ruleIndexes.emplace(finding.kind, rules.size());
    if (isNew) {
      rules.push_back({{"id", finding.kind},
                       {"name", finding.kind},
                       {"shortDescription", {{"text", describeKind(finding.kind)}}},
                       {"defaultConfiguration", {{"level", "error"}}}});
    }
    json result = {{"ruleId", finding.kind},
                   {"ruleIndex", rule->second},
                   {"kind", "fail"},
                   {"level", "error"},
                   {"message", {{"text", jsonText(finding.message)}}},
                   {"occurrenceCount", finding.count},
                   {"properties", finding}};
    json place = json::object();
    if (finding.at.isValid()) place = sarifLocation(input, SourceRange{finding.at});
    if (!finding.kernel.empty()) {
      place["logicalLocations"] = json::array({{{"name", jsonText(finding.kernel)}, {"kind", "function"}}});
    }
    if (!place.empty()) result["locations"] = json::array({place});
    if (finding.other.isValid()) {
      json other = sarifLocation(input, SourceRange{finding.other});
      other["id"] = 0;
      other["message"] = {{"text", "the other access"}};
      result["relatedLocations"] = json::array({other});
    }
    results.push_back(result);
  }
  for (const std::string& note : run.notes)
    notifications.push_back({{"level", "note"}, {"message", {{"text", jsonText(note)}}}});
  if (run.failure) notifications.push_back(notificationOf(input, *run.failure));
  json document = sarifDocument(input, rules, results, notifications);
  document["runs"][0]["invocations"][0]["executionSuccessful"] = !run.failure.has_value();
  document["runs"][0]["invocations"][0]["exitCode"] = run.exitCode;
  return document;
}

json sarifReport(const Error& error, int exitCode, const std::filesystem::path& root) {
  ReportInput input;
  input.root = root;
  input.notWhole = error.message;
  json document = sarifDocument(input, json::array(), json::array(), json::array({notificationOf(input, error)}));
  document["runs"][0]["invocations"][0]["exitCode"] = exitCode;
  return document;
}

}  // namespace warpwright
