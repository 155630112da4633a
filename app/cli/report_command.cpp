// warpwright report S.wws --output report.html: what a session holds, as a page, SARIF, a patch, a table, or JSON.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/passes/all_passes.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/file.h"
#include "core/report/report_input.h"
#include "core/report/tuning_csv.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  std::string session, html, sarif, patch, json, csv;
};

std::string dump(const nlohmann::json& value) {
  return value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

int report(const Options& options) {
  const auto session = Session::open(options.session);
  if (!session.ok()) return fail(session.error());
  auto input = readReportInput(*session);
  if (!input.ok()) return fail(input.error());
  // A session of an earlier version does not say what its passes are.
  if (input->analysis.passes.empty()) input->analysis.passes = passes::allDescriptions();

  std::vector<std::pair<std::string, std::string>> files;
  if (!options.html.empty()) files.emplace_back(options.html, htmlReport(*input));
  if (!options.sarif.empty()) files.emplace_back(options.sarif, dump(sarifReport(*input)));
  if (!options.patch.empty()) files.emplace_back(options.patch, patchReport(*input));
  if (!options.json.empty()) files.emplace_back(options.json, dump(jsonReport(*input)));
  if (!options.csv.empty()) files.emplace_back(options.csv, tuningCsv(input->tunings));
  for (const auto& [file, text] : files) {
    if (const Status written = writeFileAtomically(file, text); !written.ok()) return fail(written.error());
  }
  if (options.output.isJson()) {
    std::printf("%s", dump(jsonReport(*input)).c_str());
  } else {
    std::printf("%s.\n", headline(*input).c_str());
    for (const auto& [file, text] : files) {
      std::printf("%s%s\n", displayPath(file).c_str(), text.empty() ? " (empty: there is no change to apply)" : "");
    }
  }
  return exitDone;
}

}  // namespace

Action addReportCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("session", options->session, "the session (.wws)")->required();
  app.add_option("--output", options->html, "write the report as one HTML file");
  app.add_option("--sarif", options->sarif, "write the findings as SARIF 2.1.0");
  app.add_option("--patch", options->patch, "write the changes as a patch for `git apply`");
  app.add_option("--json", options->json, "write everything as JSON");
  app.add_option("--csv", options->csv, "write what was tuned as a table, a row a variant");
  addOutputOptions(app, options->output);
  return [options](const Invocation&) -> int {
    const bool asked = !options->html.empty() || !options->sarif.empty() || !options->patch.empty() ||
                       !options->json.empty() || !options->csv.empty();
    if (!asked && !options->output.isJson()) {
      return fail(Error{ErrorKind::usage,
                        "Say what to write: --output report.html, --sarif F, --patch F, --csv F or --json F.",
                        std::nullopt});
    }
    return report(*options);
  };
}

}  // namespace warpwright::cli
