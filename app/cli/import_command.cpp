// warpwright import NCU.csv --session S.wws: what Nsight Compute measured, as measurements of a session.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"
#include "core/finding/kernel_choice.h"
#include "core/session/ncu_csv.h"
#include "core/session/session.h"

namespace warpwright::cli {
namespace {

constexpr uint64_t largestTable = uint64_t{256} << 20;

struct Options {
  OutputOptions output;
  std::string file, session, variant;
};

/// The variant of the session that is meant by its id or the beginning of it. Errors (usage): none, or several.
Result<std::string> variantOf(const Session& session, const std::string& named) {
  if (named.empty()) return std::string();
  const auto variants = session.variants();
  if (!variants.ok()) return variants.error();
  std::string found, all;
  for (const VariantRecord& variant : *variants) {
    all += "\n  " + variant.id + "  " + variant.summary;
    if (variant.id == named) return named;
    if (!variant.id.starts_with(named)) continue;
    if (!found.empty()) return Error{ErrorKind::usage, "Several variants begin with `" + named + "`:" + all, {}};
    found = variant.id;
  }
  if (!found.empty()) return found;
  return Error{
      ErrorKind::usage,
      "The session has no variant `" + named + "`." +
          (all.empty() ? " It has none: `warpwright try` or `tune` with --session makes some." : " There are:" + all),
      {}};
}

/// Kernels are called as the findings of the session call them, where it has them.
void nameAsInSession(std::vector<MeasurementRecord>& records, const std::optional<AnalysisResult>& analysis) {
  for (MeasurementRecord& record : records) {
    if (analysis) {
      if (const auto kernel = chooseKernel(*analysis, record.kernel); kernel.ok()) {
        record.kernel = (*kernel)->name;
        continue;
      }
    }
    record.kernel = record.kernel.substr(0, record.kernel.find('('));
  }
}

void print(const std::vector<MeasurementRecord>& records, const Options& options) {
  if (options.output.isJson()) {
    nlohmann::json list = nlohmann::json::array();
    for (const MeasurementRecord& record : records) {
      list.push_back({{"kernel", jsonText(record.kernel)},
                      {"variant", record.variant.empty() ? nlohmann::json(nullptr) : jsonText(record.variant)},
                      {"metric", jsonText(record.metric)},
                      {"unit", jsonText(record.unit)},
                      {"value", record.value},
                      {"low", record.low},
                      {"high", record.high},
                      {"samples", record.samples}});
    }
    const nlohmann::json document = {{"schema", "warpwright.import/1"}, {"measurements", std::move(list)}};
    std::printf("%s\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    return;
  }
  std::map<std::string, size_t> metrics;
  for (const MeasurementRecord& record : records) ++metrics[record.kernel];
  for (const auto& [kernel, count] : metrics)
    std::printf("%s: %s\n", kernel.c_str(), countText(count, "metric", "metrics").c_str());
  if (!options.output.quiet) std::printf("Kept in %s.\n", displayPath(options.session).c_str());
}

int import(const Options& options) {
  const auto text = readFile(options.file, largestTable);
  if (!text.ok()) return fail(text.error(), options.output);
  const auto values = readNcuCsv(*text);
  if (!values.ok()) return fail(inputError(options.file + ": " + values.error().message), options.output);
  if (values->empty())
    return fail(inputError(options.file + " holds no number. Profile with `ncu --set full`, and print it again."),
                options.output);
  auto session = Session::openOrCreate(options.session);
  if (!session.ok()) return fail(session.error(), options.output);
  const auto variant = variantOf(*session, options.variant);
  if (!variant.ok()) return fail(variant.error(), options.output);
  const auto analysis = session->latestAnalysis();
  if (!analysis.ok()) return fail(analysis.error(), options.output);
  std::vector<MeasurementRecord> records = ncuMeasurements(*values, *variant);
  nameAsInSession(records, *analysis);
  for (const MeasurementRecord& record : records) {
    if (const Status added = session->addMeasurement(record); !added.ok()) return fail(added.error(), options.output);
  }
  print(records, options);
  return exitDone;
}

}  // namespace

Action addImportCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("TABLE", options->file, "what `ncu --csv` printed")->required();
  app.add_option("--session", options->session, "the session (.wws) that is to hold it")->required();
  app.add_option("--variant", options->variant,
                 "the variant that was profiled, by its id in the session; without it: the original");
  addOutputOptions(app, options->output);
  app.footer(
      "Times become measurements of the kernel: where original and variant both have one, the report tells the\n"
      "speed-up. Other metrics stand in its table.");
  return [options](const Invocation&) { return import(*options); };
}

}  // namespace warpwright::cli
