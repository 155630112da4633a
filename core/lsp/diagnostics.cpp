#include "core/lsp/diagnostics.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/finding/finding_rows.h"

namespace warpwright::lsp {
namespace {

using nlohmann::json;

/// DiagnosticSeverity of the protocol.
enum Severity : uint8_t { error = 1, warning = 2, information = 3, hint = 4 };

constexpr const char* source = "warpwright";

Severity severityOf(const Opportunity& found, const PassDescriptions& passes) {
  return found.verdict == VerdictKind::applicable && !isTrade(found, passes) ? information : hint;
}

bool isShown(const Opportunity& found, const PassDescriptions& passes, const EditorSettings& settings) {
  switch (found.verdict) {
    case VerdictKind::applicable:
      return settings.showsTrades || !isTrade(found, passes);
    case VerdictKind::refused:
      return settings.showsRefused;
    case VerdictKind::unknown:
      return settings.showsUnknown || found.isDecidedWhenMade;
  }
  return false;
}

/// Where a header is included, from 1; 1 where that is not found.
uint32_t lineOfInclude(std::string_view text, const std::string& header) {
  uint32_t line = 1;
  for (size_t begin = 0; begin < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view one = text.substr(begin, end - begin);
    if (one.find("include") != std::string_view::npos && one.find(header) != std::string_view::npos) return line;
    begin = end + 1;
  }
  return 1;
}

void addUnit(const UnitSummary& unit, EditorTexts& texts, std::map<std::string, json>& all) {
  for (const std::string& header : unit.missingHeaders) {
    const SourcePosition at{unit.file, lineOfInclude(texts.of(unit.file), header), 0};
    all[unit.file].push_back(
        {{"range", texts.range({at, 0, 0})},
         {"severity", warning},
         {"source", source},
         {"message",
          jsonText("`" + header + "` was not found and is left out: add -IFOLDER to the option `flags`, or " +
                   "install its package.")}});
  }
  for (const Diagnostic& one : unit.errors) {
    if (one.severity == Diagnostic::Severity::note) continue;
    SourceRange range = one.range;
    if (range.begin.file.empty()) range.begin.file = unit.file;
    all[range.begin.file].push_back({{"range", texts.range(range)},
                                     {"severity", one.severity == Diagnostic::Severity::error ? error : warning},
                                     {"source", source},
                                     {"message", jsonText(one.message)}});
  }
}

}  // namespace

std::string fileOf(const Opportunity& found, const KernelSummary& kernel) {
  return found.range.begin.file.empty() ? kernel.definition.begin.file : found.range.begin.file;
}

json diagnosticOf(const Opportunity& found, const PassDescriptions& passes, EditorTexts& texts) {
  const std::string verdict = found.verdict == VerdictKind::applicable ? "" : " " + toString(found.verdict) + ".";
  json related = json::array();
  constexpr size_t mostRelated = 8;
  for (const Evidence& step : found.evidence) {
    if (!step.at.isValid() || related.size() == mostRelated) continue;
    SourcePosition at = step.at;
    if (at.file.empty()) at.file = found.range.begin.file;
    related.push_back({{"location", texts.location(at)}, {"message", jsonText(toText(step.text))}});
  }
  return {{"range", texts.range(found.range)},
          {"severity", severityOf(found, passes)},
          {"code", found.pass},
          {"source", source},
          {"message", jsonText(toText(found.title) + "." + verdict + " " + toText(found.reason))},
          {"relatedInformation", related},
          {"data", {{"id", found.id}, {"kernel", jsonText(found.kernel)}}}};
}

std::map<std::string, json> diagnosticsOf(const AnalysisResult& result, EditorTexts& texts,
                                          const EditorSettings& settings) {
  std::map<std::string, json> all;
  if (settings.showsErrors) {
    for (const UnitSummary& unit : result.units) addUnit(unit, texts, all);
  }
  for (const KernelSummary& kernel : result.kernels) {
    for (const FindingRow& row : foldFindings(kernel.opportunities, result.passes)) {
      Opportunity found = kernel.opportunities[row.leading];
      if (!isShown(found, result.passes, settings)) continue;
      found.range.begin.file = fileOf(found, kernel);
      all[found.range.begin.file].push_back(diagnosticOf(found, result.passes, texts));
    }
  }
  // Files are named once, however often they were read.
  for (auto& [file, list] : all) {
    json once = json::array();
    for (json& one : list) {
      if (std::find(once.begin(), once.end(), one) == once.end()) once.push_back(std::move(one));
    }
    list = std::move(once);
  }
  return all;
}

}  // namespace warpwright::lsp
