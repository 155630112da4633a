#include "core/finding/baseline.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/file.h"
#include "core/base/json_fields.h"

namespace warpwright {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* schemaName = "warpwright.baseline/1";
constexpr uint64_t largestBaseline = uint64_t{256} << 20;

std::string namedFrom(const fs::path& folder, const std::string& file) {
  std::error_code ignored;
  const fs::path inside = fs::path(file).lexically_relative(fs::absolute(folder, ignored).lexically_normal());
  return inside.empty() || *inside.begin() == ".." ? file : inside.generic_string();
}

Error noBaseline(const fs::path& file, const std::string& why) {
  return inputError(file.string() + " is not a baseline: " + why +
                    ". Write it again with `warpwright analyze … --write-baseline " + file.string() + "`.");
}

}  // namespace

void fieldsOf(auto& fields, Of<KnownFinding> auto& finding) {
  fields("id", utf8(finding.id));
  fields("file", utf8(finding.file));
  fields.defaulted("kernel", utf8(finding.kernel));
  fields.defaulted("pass", utf8(finding.pass));
  fields.defaulted("subject", utf8(finding.subject));
}

Baseline baselineOf(const AnalysisResult& result, const std::set<FindingAt>& kept, const fs::path& folder) {
  Baseline baseline;
  for (size_t k = 0; k < result.kernels.size(); ++k) {
    const KernelSummary& kernel = result.kernels[k];
    for (size_t i = 0; i < kernel.opportunities.size(); ++i) {
      const Opportunity& found = kernel.opportunities[i];
      if (found.verdict != VerdictKind::applicable || kept.contains({k, i})) continue;
      baseline.findings.push_back(
          {found.id, namedFrom(folder, kernel.nameAt.file), kernel.name, found.pass, found.subject});
    }
  }
  std::sort(baseline.findings.begin(), baseline.findings.end(), [](const KnownFinding& a, const KnownFinding& b) {
    return std::tie(a.file, a.kernel, a.pass, a.subject, a.id) < std::tie(b.file, b.kernel, b.pass, b.subject, b.id);
  });
  return baseline;
}

std::set<FindingAt> newFindings(const AnalysisResult& result, const Baseline& baseline, const fs::path& folder) {
  std::multimap<std::string, std::string> known;  // files, by id
  for (const KnownFinding& one : baseline.findings) known.emplace(one.id, one.file);
  std::set<FindingAt> unknown;
  for (size_t k = 0; k < result.kernels.size(); ++k) {
    const std::string file = namedFrom(folder, result.kernels[k].nameAt.file);
    for (size_t i = 0; i < result.kernels[k].opportunities.size(); ++i) {
      const Opportunity& found = result.kernels[k].opportunities[i];
      if (found.verdict != VerdictKind::applicable) continue;
      const auto [begin, end] = known.equal_range(found.id);
      const auto same = std::find_if(begin, end, [&](const auto& one) { return one.second == file; });
      if (same == end)
        unknown.emplace(k, i);
      else
        known.erase(same);
    }
  }
  // What is left of an id is of a file that has another name now.
  std::erase_if(unknown, [&](const FindingAt& at) {
    const auto moved = known.find(result.kernels[at.first].opportunities[at.second].id);
    if (moved == known.end()) return false;
    known.erase(moved);
    return true;
  });
  return unknown;
}

Result<Baseline> readBaseline(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    return inputError("There is no baseline " + file.string() +
                      ". Write one with `warpwright analyze … --write-baseline " + file.string() + "`.");
  }
  const Result<std::string> text = readFile(file, largestBaseline);
  if (!text.ok()) return text.error();
  const json object = json::parse(*text, nullptr, false);
  if (!object.is_object() || !object.contains("schema")) return noBaseline(file, "it has no schema");
  if (object["schema"] != schemaName)
    return noBaseline(file, "its schema is " + object["schema"].dump() + ", and this version reads " + schemaName);
  auto findings = readJson<std::vector<KnownFinding>>(object.value("findings", json()), "", ErrorKind::input);
  if (!findings.ok()) return noBaseline(file, "its findings cannot be read");
  return Baseline{std::move(findings.value())};
}

Status writeBaseline(const fs::path& file, const Baseline& baseline) {
  const json object = {{"schema", schemaName}, {"findings", baseline.findings}};
  return writeFileAtomically(file, object.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace warpwright
