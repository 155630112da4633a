#include "app/cli/unit_text.h"

#include <filesystem>

#include "app/cli/output.h"

namespace warpwright::cli {
namespace {

constexpr size_t mostErrors = 10;

}  // namespace

std::string unitText(const UnitSummary& unit) {
  const std::string file = displayPath(unit.file);
  std::string text;
  for (const std::string& header : unit.missingHeaders) {
    text += file + ": `" + header +
            "` was not found and is left out: name its folder (-- -IFOLDER) or install its package. What is found here "
            "is found without it\n";
  }
  for (const std::string& header : unit.guessedHeaders) {
    text += file + ": `" + std::filesystem::path(header).filename().string() + "` was found by its name at " +
            displayPath(header) + ": no flag leads there. Name its folder (-- -IFOLDER) if it is the right one\n";
  }
  size_t errors = 0;
  for (const Diagnostic& diagnostic : unit.errors) {
    if (diagnostic.severity != Diagnostic::Severity::error || ++errors > mostErrors) continue;
    SourcePosition at = diagnostic.range.begin;
    at.file = displayPath(at.file.empty() ? unit.file : at.file);
    text += toString(at) + ": error: " + diagnostic.message + "\n";
  }
  if (errors > mostErrors)
    text += file + ": " + std::to_string(errors - mostErrors) +
            " more errors (warpwright analyze --format json lists them)\n";
  for (const std::string& note : unit.notes) text += file + ": " + note + "\n";
  return text;
}

}  // namespace warpwright::cli
