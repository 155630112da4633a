#include "analysis/analyzer/reparse_check.h"

#include <map>
#include <vector>

#include "analysis/frontend/host_code.h"

namespace warpwright::analysis {
namespace {

std::map<std::string, int> errorCounts(const std::vector<Diagnostic>& errors) {
  std::map<std::string, int> counts;
  for (const Diagnostic& diagnostic : errors) {
    if (diagnostic.severity == Diagnostic::Severity::error) ++counts[diagnostic.message];
  }
  return counts;
}

Status noNewErrors(const std::vector<Diagnostic>& before, const std::vector<Diagnostic>& after, const char* side) {
  const Diagnostic* error = firstNewError(before, after);
  if (!error) return {};
  return inputError("The changed text no longer compiles for the " + std::string(side) + " (line " +
                        std::to_string(error->range.begin.line) + ": " + error->message + "). Nothing was changed.",
                    error->range);
}

}  // namespace

const Diagnostic* firstNewError(const std::vector<Diagnostic>& before, const std::vector<Diagnostic>& after) {
  const std::map<std::string, int> old = errorCounts(before);
  std::map<std::string, int> seen;
  for (const Diagnostic& diagnostic : after) {
    if (diagnostic.severity != Diagnostic::Severity::error) continue;
    const auto known = old.find(diagnostic.message);
    if (++seen[diagnostic.message] > (known == old.end() ? 0 : known->second)) return &diagnostic;
  }
  return nullptr;
}

Status reparseCheck(const frontend::ParsedUnit& before, const Rewrite& rewrite, const frontend::ParseOptions& options,
                    frontend::UnitParser& parser, std::stop_token stop) {
  frontend::ParseOptions changed = options;
  for (const FileEdits& edits : rewrite.files) {
    // A file that is created is no part of the unit, unless the unit includes it: then it must fit.
    Result<std::string> text = edits.creates ? Result<std::string>(std::string()) : before.text(edits.file);
    if (!text.ok()) return text.error();
    Result<std::string> after = applyEdits(edits, *text);
    if (!after.ok()) return after.error();
    changed.openTexts[edits.file] = std::move(after).value();
  }

  parser.setOpenTexts(changed.openTexts, /*once=*/true);
  Result<frontend::ParsedUnit> parsed = parser.parse(before.command(), stop);
  parser.setOpenTexts(options.openTexts);
  if (!parsed.ok()) return parsed.error();
  const UnitSummary& summary = parsed->summary();
  if (Status device = noNewErrors(before.summary().errors, summary.errors, "device"); !device.ok()) return device;
  if (before.deviceModule() && !parsed->deviceModule() && !summary.notes.empty())
    return inputError(summary.notes.back());
  if (stop.stop_requested()) return cancelledError();

  const Result<std::vector<Diagnostic>> now = frontend::hostErrorsOf(*parsed, changed);
  if (!now.ok()) return now.error();
  if (Status none = noNewErrors({}, *now, "host"); none.ok()) return none;
  // A file may have had errors before, beside its kernels: those stay its own.
  const Result<std::vector<Diagnostic>> old = frontend::hostErrorsOf(*parsed, options);
  return old.ok() ? noNewErrors(*old, *now, "host") : old.error();
}

}  // namespace warpwright::analysis
