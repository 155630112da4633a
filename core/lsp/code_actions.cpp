#include "core/lsp/code_actions.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/json_text.h"
#include "core/finding/finding_rows.h"
#include "core/finding/parameter_values.h"
#include "core/lsp/diagnostics.h"

namespace warpwright::lsp {
namespace {

using nlohmann::json;

constexpr const char* quickFix = "quickfix";
constexpr const char* rewriteKind = "refactor.rewrite";

/// Kinds are paths: "refactor" asks for "refactor.rewrite", too.
bool isWanted(const std::vector<std::string>& only, const std::string& kind) {
  return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& one) {
           return one.empty() || kind == one || kind.starts_with(one + ".");
         });
}

/// The values to offer: the defaults, and of the only parameter that has several beside the defaults of the others the
/// rest.
std::vector<ParameterValues> choicesOf(const Opportunity& found) {
  constexpr size_t most = 8;
  std::vector<ParameterValues> choices{{}};
  const Parameter* open = nullptr;
  for (const Parameter& parameter : found.parameters) {
    if (offeredValues(found.parameters, parameter, {}).size() < 2) continue;
    if (open) return choices;
    open = &parameter;
  }
  if (!open) return choices;
  const std::vector<std::string>& offered = offeredValues(found.parameters, *open, {});
  choices.clear();
  for (size_t i = 0; i < std::min(offered.size(), most); ++i)
    choices.push_back(withValue(found.parameters, {}, open->name, offered[i]));
  return choices;
}

std::string titleOf(const Opportunity& found, const ParameterValues& values, bool isTrade) {
  std::string title = toText(found.title);
  for (const auto& [name, value] : values) title += ", " + name + " = " + value;
  if (!found.assumptions.empty()) title += " (rests on: " + toText(found.assumptions.front().text) + ")";
  if (isTrade) title += " (a trade: measure it)";
  return title;
}

json commandOf(const char* command, const std::string& title, const json& argument) {
  return {{"title", title}, {"command", command}, {"arguments", json::array({argument})}};
}

class Actions {
 public:
  Actions(const AnalysisResult& result, EditorTexts& texts, const ActionRequest& request)
      : result_(result), texts_(texts), request_(request) {}

  json all() {
    for (const KernelSummary& kernel : result_.kernels) {
      for (const FindingRow& row : foldFindings(kernel.opportunities, result_.passes)) {
        offer(kernel, row.leading);
        for (const size_t other : row.alternatives) offer(kernel, other);
        for (const size_t other : row.folded) offer(kernel, other);
      }
    }
    for (json& one : verifications_) actions_.push_back(std::move(one));
    const auto isHere = [&](const KernelSummary& kernel) {
      return touches(kernel.definition.begin, std::max(kernel.definition.endLine, kernel.definition.begin.line));
    };
    if (request_.only.empty() && std::any_of(result_.kernels.begin(), result_.kernels.end(), isHere)) {
      const std::string title = "Run the program once on the CPU engine to see its launches";
      actions_.push_back(
          {{"title", title}, {"command", commandOf(observeCommand, title, {{"uri", texts_.uri(request_.unit)}})}});
    }
    return actions_;
  }

 private:
  /// Do the lines from `at` to `last` have one of the place that is asked for?
  bool touches(const SourcePosition& at, uint32_t last) const {
    return at.file == request_.path && at.line <= request_.end.line + 1 && last >= request_.start.line + 1;
  }

  void offer(const KernelSummary& kernel, size_t index) {
    Opportunity found = kernel.opportunities[index];
    found.range.begin.file = fileOf(found, kernel);
    const bool mayBe = found.verdict == VerdictKind::applicable || found.isDecidedWhenMade;
    if (!mayBe || !touches(found.range.begin, found.range.begin.line) || !seen_.insert(found.id).second) return;
    const bool trade = isTrade(found, result_.passes);
    const std::string kind = trade ? rewriteKind : quickFix;
    bool isFirst = true;
    for (const ParameterValues& values : choicesOf(found)) {
      const json data = {{"uri", texts_.uri(request_.unit)}, {"opportunity", found.id}, {"values", values}};
      const std::string title = titleOf(found, values, trade);
      json action = {{"title", jsonText(title)}, {"kind", kind}, {"data", data}};
      if (isFirst && !trade) action["diagnostics"] = json::array({diagnosticOf(found, result_.passes, texts_)});
      if (!request_.resolvesLater) action["command"] = commandOf(applyCommand, title, data);
      if (isWanted(request_.only, kind)) actions_.push_back(std::move(action));
      if (isFirst && request_.only.empty()) {
        const std::string verify = "Run original and change, and compare: " + toText(found.title);
        verifications_.push_back({{"title", jsonText(verify)}, {"command", commandOf(verifyCommand, verify, data)}});
      }
      isFirst = false;
    }
  }

  const AnalysisResult& result_;
  EditorTexts& texts_;
  const ActionRequest& request_;
  json actions_ = json::array(), verifications_ = json::array();
  std::set<std::string> seen_;
};

}  // namespace

json actionsAt(const AnalysisResult& result, EditorTexts& texts, const ActionRequest& request) {
  return Actions(result, texts, request).all();
}

}  // namespace warpwright::lsp
