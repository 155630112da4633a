// warpwright compare OLD.wws NEW.wws: what two sessions measured, held against each other by their intervals.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/report/session_comparison.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  std::string before, after;
  std::optional<std::string> allowed;
};

/// "3%", "3 %", "0.5": percent. Errors (usage): anything else.
Result<double> readPercent(const std::string& text) {
  size_t read = 0;
  double value = -1;
  try {
    value = std::stod(text, &read);
  } catch (const std::exception&) {
    value = -1;
  }
  const std::string rest = text.substr(read);
  if (value >= 0 && value < 1e6 && (rest.empty() || rest == "%" || rest == " %")) return value;
  return Error{ErrorKind::usage, "--fail-on-regression takes a percentage such as 3%, not `" + text + "`.",
               std::nullopt};
}

int compare(const Options& options) {
  std::optional<double> percent;
  if (options.allowed) {
    const Result<double> read = readPercent(*options.allowed);
    if (!read.ok()) return fail(read.error(), options.output);
    percent = *read;
  }
  const auto before = Session::open(options.before);
  if (!before.ok()) return fail(before.error(), options.output);
  const auto after = Session::open(options.after);
  if (!after.ok()) return fail(after.error(), options.output);
  const Result<SessionComparison> comparison = compareSessions(*before, *after);
  if (!comparison.ok()) return fail(comparison.error(), options.output);
  if (options.output.isJson())
    std::printf("%s\n",
                toJson(*comparison, percent).dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  else
    std::fputs(comparisonText(*comparison, percent).c_str(), stdout);
  if (comparison->compared() == 0) {
    // As JSON the document that was printed says so, too.
    return fail(inputError("Nothing in " + options.before + " and " + options.after +
                           " can be compared. Tune the same kernel with `warpwright tune --session` into both, on "
                           "the same device."));
  }
  return percent && !comparison->regressions(*percent).empty() ? exitFindings : exitDone;
}

}  // namespace

Action addCompareCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("OLD", options->before, "the session (.wws) of before")->required();
  app.add_option("NEW", options->after, "the session of now")->required();
  app.add_option("--fail-on-regression", options->allowed,
                 "exit 1 where something is slower, or counts more, by more than this: 3%. The intervals must show it");
  addOutputOptions(app, options->output);
  return [options](const Invocation&) { return compare(*options); };
}

}  // namespace warpwright::cli
