#include "core/lsp/hover.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/finding/finding_text.h"
#include "core/finding/kernel_choice.h"
#include "core/finding/observed_text.h"
#include "core/finding/parameter_values.h"
#include "core/lsp/diagnostics.h"

namespace warpwright::lsp {
namespace {

using nlohmann::json;

/// Writes text for people as Markdown, or without marks.
class Page {
 public:
  Page(EditorTexts& texts, bool isMarkdown) : texts_(texts), isMarkdown_(isMarkdown) {}

  void heading(const std::string& words) { text_ += isMarkdown_ ? "**" + escaped(words) + "**\n\n" : words + "\n"; }
  void line(const std::string& words) { text_ += escaped(words) + (isMarkdown_ ? "\n\n" : "\n"); }
  void item(const std::string& words) { text_ += "- " + escaped(words) + "\n"; }
  void item(const SourcePosition& at, const std::string& words) {
    const std::string number = "line " + std::to_string(at.line);
    const std::string link = texts_.uri(at.file) + "#L" + std::to_string(at.line);
    text_ += "- " + (isMarkdown_ ? "[" + number + "](" + link + ")" : number) + ": " + escaped(words) + "\n";
  }
  void gap() { text_ += '\n'; }
  void rule() {
    if (!text_.empty()) text_ += isMarkdown_ ? "\n---\n\n" : "\n";
  }
  const std::string& text() const { return text_; }

 private:
  /// Words as they are, except in backticks, which Markdown takes for code as we do.
  std::string escaped(const std::string& words) const {
    if (!isMarkdown_) return words;
    std::string out;
    bool inCode = false;
    for (const char c : words) {
      if (c == '`') inCode = !inCode;
      if (!inCode && std::string_view("\\*_[]<>#|").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
    return out;
  }

  EditorTexts& texts_;
  bool isMarkdown_;
  std::string text_;
};

void write(Page& page, const Opportunity& found, const PassDescriptions& passes) {
  page.heading(toText(found.title));
  std::string about = toString(found.verdict) + " · " + passTitle(passes, found.pass);
  if (describe(passes, found.pass).isTrade) about += " · a trade: measure it";
  if (found.estimate.known) about += " · estimate " + estimateText(found.estimate);
  page.line(about);
  page.line(toText(found.reason));
  if (!found.assumptions.empty()) page.line("Rests on:");
  for (const Assumption& assumption : found.assumptions) page.item(toText(assumption.text));
  if (!found.assumptions.empty()) page.gap();
  if (!found.evidence.empty()) page.line("Evidence:");
  for (const Evidence& step : found.evidence) {
    SourcePosition at = step.at;
    if (at.file.empty()) at.file = found.range.begin.file;
    at.isValid() ? page.item(at, toText(step.text)) : page.item(toText(step.text));
  }
  if (!found.evidence.empty()) page.gap();
  for (const Parameter& parameter : found.parameters) page.line(valuesText(parameter, "`"));
  page.line("`" + found.id + "`");
}

void write(Page& page, const KernelSummary& kernel) {
  page.heading(nameWithParameters(kernel));
  size_t applicable = 0;
  for (const Opportunity& found : kernel.opportunities) applicable += found.verdict == VerdictKind::applicable;
  std::string about = std::to_string(kernel.opportunities.size()) + " findings, " + std::to_string(applicable) +
                      " applicable · shared " + std::to_string(kernel.resources.sharedBytes) + " B";
  if (const std::string registers = registersText(kernel.resources); !registers.empty()) about += " · " + registers;
  page.line(about);
  if (kernel.hasErrors)
    page.line("It has errors: nothing in it is changed.");
  else if (!kernel.unknownReason.empty())
    page.line(toText(kernel.unknownReason));
  for (const std::string& sentence : observedTexts(kernel)) page.line(sentence);
}

bool isAt(TextPosition at, const json& range) {
  return !(at < positionFromJson(range["start"])) && !(positionFromJson(range["end"]) < at);
}

}  // namespace

json hoverAt(const AnalysisResult& result, EditorTexts& texts, const std::string& path, TextPosition at,
             bool isMarkdown) {
  std::vector<Opportunity> here, onLine;
  const KernelSummary* named = nullptr;
  for (const KernelSummary& kernel : result.kernels) {
    if (kernel.nameAt.line == at.line + 1 && kernel.definition.begin.file == path) named = &kernel;
    for (Opportunity found : kernel.opportunities) {
      found.range.begin.file = fileOf(found, kernel);
      if (found.range.begin.file != path) continue;
      if (isAt(at, texts.range(found.range))) here.push_back(found);
      if (found.range.begin.line == at.line + 1) onLine.push_back(found);
    }
  }
  std::vector<Opportunity>& said = here.empty() ? onLine : here;
  std::stable_sort(said.begin(), said.end(),
                   [](const Opportunity& a, const Opportunity& b) { return a.verdict < b.verdict; });
  Page page(texts, isMarkdown);
  json range;
  if (named) write(page, *named);
  for (const Opportunity& found : said) {
    page.rule();
    write(page, found, result.passes);
    if (range.is_null()) range = texts.range(found.range);
  }
  if (page.text().empty()) return nullptr;
  json hover = {{"contents", {{"kind", isMarkdown ? "markdown" : "plaintext"}, {"value", jsonText(page.text())}}}};
  if (!range.is_null()) hover["range"] = range;
  return hover;
}

}  // namespace warpwright::lsp
