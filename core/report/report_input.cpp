#include "core/report/report_input.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/number_text.h"
#include "core/base/text_lines.h"
#include "core/finding/ranking.h"
#include "core/report/reuse_chart.h"
#include "core/report/summary_rows.h"
#include "core/report/traffic_chart.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

std::string takeValue(std::map<std::string, std::string>& values, const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end()) return {};
  std::string value = std::move(found->second);
  values.erase(found);
  return value;
}

/// The deepest folder that holds every analysed file.
fs::path commonFolder(const AnalysisResult& analysis) {
  fs::path common;
  bool first = true;
  for (const UnitSummary& unit : analysis.units) {
    const fs::path folder = fs::path(unit.file).parent_path();
    if (first) {
      common = folder;
      first = false;
      continue;
    }
    fs::path shared;
    for (auto a = common.begin(), b = folder.begin(); a != common.end() && b != folder.end() && *a == *b; ++a, ++b)
      shared /= *a;
    common = shared;
  }
  return common;
}

struct Verified {
  size_t identical = 0, differing = 0, unsafe = 0, failed = 0;
  std::set<std::string> changes;  ///< of variants that are identical
};

Verified countVerified(const ReportInput& input) {
  Verified count;
  for (const VariantRecord& variant : input.variants) {
    // What a tuning turned down stands in its table.
    if (isPassedOver(input, variant)) continue;
    const Shape shape = variant.verification ? verificationShape(*variant.verification) : Shape::notDone;
    if (shape == Shape::identical) {
      ++count.identical;
      for (const VariantStep& step : variant.steps) count.changes.insert(step.opportunity);
    } else if (shape == Shape::differs) {
      ++count.differing;
    } else if (shape == Shape::warning) {
      ++count.unsafe;
    } else if (variant.verification) {
      ++count.failed;
    }
  }
  return count;
}

/// What the model says of a variant that was traced is the estimate of its change, where it makes one change to the
/// kernel. Changes that were made together have one estimate together (`variantEstimate`), and none each.
void addEstimates(ReportInput& input) {
  for (const VariantRecord& variant : input.variants) {
    std::map<std::string, std::vector<Opportunity*>> changes;  // by kernel
    for (KernelSummary& kernel : input.analysis.kernels) {
      for (Opportunity& opportunity : kernel.opportunities) {
        const bool isChanged = std::any_of(variant.steps.begin(), variant.steps.end(),
                                           [&](const VariantStep& step) { return step.opportunity == opportunity.id; });
        if (isChanged) changes[kernel.name].push_back(&opportunity);
      }
    }
    for (const auto& [kernel, changed] : changes) {
      if (changed.size() != 1) continue;
      if (const Estimate estimate = variantEstimate(variant, kernel); estimate.known)
        changed.front()->estimate = estimate;
    }
  }
}

/// Now; the date that builds which must come out the same say ($SOURCE_DATE_EPOCH), where one is said.
int64_t reportTime() {
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  char* end = nullptr;
  const long long seconds = epoch ? std::strtoll(epoch, &end, 10) : 0;
  return epoch && *epoch && !*end ? seconds : static_cast<int64_t>(std::time(nullptr));
}

/// Of kernels that were tuned by a count and no time: "`k`: 28 % fewer engine accesses in the best of 9 variants".
std::string tunedHeadline(const ReportInput& input) {
  const TuningTable* told = nullptr;
  for (const TuningTable& table : input.tunings) {
    const TuningRow* best = table.isTime || table.tried() == 0 ? nullptr : table.best();
    if (best && (!told || best->ratio.value_or(1) > told->best()->ratio.value_or(1))) told = &table;
  }
  if (!told) return {};
  const std::string of = countText(told->tried(), "variant", "variants") + " of " + told->kernel;
  const TuningRow& best = *told->best();
  if (best.steps.empty() || !best.ratio) return "None of " + of + " is better than the original";
  const RowRatio ratio{*best.ratio, *best.ratio, *best.ratio, false, best.verdict, told->metricName};
  return "The best of " + of + ": " + countChangeText(ratio) + "; time is not measured yet";
}

std::string decimals(double value) {
  std::string text = speedupText(value);
  text.resize(text.size() - std::string("×").size());
  return text;
}

/// What lies in tables of their own.
Status readTables(const Session& session, ReportInput& input) {
  auto sources = session.sources();
  if (!sources.ok()) return sources.error();
  auto statuses = session.statuses();
  if (!statuses.ok()) return statuses.error();
  auto variants = session.variants();
  if (!variants.ok()) return variants.error();
  auto measurements = session.measurements();
  if (!measurements.ok()) return measurements.error();
  auto runs = session.runs();
  if (!runs.ok()) return runs.error();
  input.sources = std::move(sources).value();
  input.statuses = std::move(statuses).value();
  input.variants = std::move(variants).value();
  input.measurements = std::move(measurements).value();
  input.runs = std::move(runs).value();
  return {};
}

/// Takes the tables of tunings and what they brought whole programs out of the session's values.
void takeTunings(std::map<std::string, std::string>& values, ReportInput& input) {
  for (auto value = values.begin(); value != values.end();) {
    const bool isWhole = value->first.starts_with(wholeProgramKey(""));
    if (!isWhole && !value->first.starts_with(tuningTableKey(""))) {
      ++value;
      continue;
    }
    // One that cannot be read is of a later version: the rest of the report does not rest on it.
    if (isWhole) {
      auto whole = wholeProgramFromJson(nlohmann::json::parse(value->second, nullptr, false));
      if (whole.ok()) input.wholePrograms.push_back(*std::move(whole));
    } else if (auto table = tuningTableFromJson(nlohmann::json::parse(value->second, nullptr, false)); table.ok()) {
      input.tunings.push_back(*std::move(table));
    }
    value = values.erase(value);
  }
}

}  // namespace

Result<ReportInput> readReportInput(const Session& session) {
  ReportInput input;
  auto analysis = session.latestAnalysis();
  if (!analysis.ok()) return analysis.error();
  auto values = session.values();
  if (!values.ok()) return values.error();
  if (const Status read = readTables(session, input); !read.ok()) return read.error();
  const bool holdsFigure = values->contains(trafficGraphKey) || values->contains(reuseFigureKey);
  if (!*analysis && !holdsFigure && input.measurements.empty() && input.runs.empty()) {
    return inputError("The session " + session.file().string() +
                      " holds nothing to report yet. Run `warpwright try` or `tune` with --session, or analyse a file "
                      "in the window, first.");
  }
  if (*analysis) input.analysis = std::move(**analysis);

  addEstimates(input);
  const std::string project = takeValue(*values, "project");
  input.root = project.empty() ? commonFolder(input.analysis) : fs::path(project);
  std::error_code ignored;
  if (!fs::is_directory(input.root, ignored) && input.root.has_extension()) input.root = input.root.parent_path();
  input.trafficGraph = takeValue(*values, trafficGraphKey);
  input.reuseFigure = takeValue(*values, reuseFigureKey);
  takeTunings(*values, input);
  input.title = takeValue(*values, "title");
  if (input.title.empty() && input.root.empty()) input.title = session.file().stem().string();
  if (input.title.empty()) input.title = (project.empty() ? input.root : fs::path(project)).filename().string();
  if (const std::string arch = takeValue(*values, "arch"); !arch.empty()) input.arch = arch;
  input.analyzeCommand = takeValue(*values, "analyze command");
  input.command = takeValue(*values, commandKey);
  input.commandFolder = takeValue(*values, commandFolderKey);
  input.readingOptions = takeValue(*values, readingOptionsKey);
  takeValue(*values, "profile");
  const std::string flags = takeValue(*values, flagsKey);
  for (const std::string_view flag : textLines(flags)) {
    if (!flag.empty()) input.flags.emplace_back(flag);
  }
  input.environment.assign(values->begin(), values->end());
  input.sessionFile = session.file().string();
  input.madeAt = reportTime();
  return input;
}

std::string shownFile(const ReportInput& input, const std::string& file) {
  if (input.root.empty()) return file;
  const fs::path relative = fs::path(file).lexically_relative(input.root);
  return relative.empty() || *relative.begin() == ".." ? file : relative.string();
}

const std::string* sourceOf(const ReportInput& input, const std::string& file) {
  if (const auto found = input.sources.find(file); found != input.sources.end()) return &found->second;
  // Names may differ in spelling only ("./a.cu"); take the one that ends the same, if there is just one.
  const std::string* match = nullptr;
  for (const auto& [path, text] : input.sources) {
    if (fs::path(path).filename() != fs::path(file).filename()) continue;
    if (match) return nullptr;
    match = &text;
  }
  return match;
}

std::pair<const KernelSummary*, const Opportunity*> findOpportunity(const ReportInput& input, const std::string& id) {
  for (const KernelSummary& kernel : input.analysis.kernels) {
    for (const Opportunity& opportunity : kernel.opportunities) {
      if (opportunity.id == id) return {&kernel, &opportunity};
    }
  }
  return {nullptr, nullptr};
}

std::vector<const VariantRecord*> variantsOf(const ReportInput& input, const std::string& opportunity) {
  std::vector<const VariantRecord*> variants;
  for (const VariantRecord& variant : input.variants) {
    const bool has = std::any_of(variant.steps.begin(), variant.steps.end(),
                                 [&](const VariantStep& step) { return step.opportunity == opportunity; });
    if (has) variants.push_back(&variant);
  }
  return variants;
}

bool isPassedOver(const ReportInput& input, const VariantRecord& variant) {
  if (variant.applied) return false;
  return std::any_of(input.tunings.begin(), input.tunings.end(), [&](const TuningTable& table) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [&](const TuningRow& row) { return row.steps == variant.steps && !row.isBest; });
  });
}

std::optional<MeasuredSpeedup> measuredSpeedup(const ReportInput& input, const std::string& variant,
                                               const std::string& kernel) {
  MeasuredSpeedup speedup;
  for (const MeasurementRecord& record : input.measurements) {
    if (record.kernel != kernel || !record.metric.starts_with("time/")) continue;
    if (record.variant == variant) speedup.variant = &record;
  }
  if (!speedup.variant) return std::nullopt;
  for (const MeasurementRecord& record : input.measurements) {
    if (record.kernel == kernel && record.variant.empty() && record.metric == speedup.variant->metric &&
        record.target == speedup.variant->target && record.unit == speedup.variant->unit) {
      speedup.original = &record;
    }
  }
  if (!speedup.original || !(speedup.variant->low > 0) || !(speedup.original->low > 0)) return std::nullopt;
  speedup.value = speedup.original->value / speedup.variant->value;
  speedup.low = speedup.original->low / speedup.variant->high;
  speedup.high = speedup.original->high / speedup.variant->low;
  return speedup;
}

std::vector<double> bestSpeedups(const ReportInput& input) {
  std::vector<double> best;
  for (const KernelSummary& kernel : input.analysis.kernels) {
    double fastest = 0;
    for (const VariantRecord& variant : input.variants) {
      if (variant.verification && !variant.verification->identical) continue;
      if (const auto speedup = measuredSpeedup(input, variant.id, kernel.name))
        fastest = std::max(fastest, speedup->value);
    }
    for (const TuningTable& table : input.tunings) {
      const TuningRow* row = table.isTime && table.kernel == kernel.name ? table.best() : nullptr;
      if (row && row->ratio) fastest = std::max(fastest, *row->ratio);
    }
    if (fastest > 0) best.push_back(fastest);
  }
  return best;
}

Shape verificationShape(const Verification& verification) {
  if (!verification.judged) return Shape::notDone;
  if (verification.identical) return verification.findings.empty() ? Shape::identical : Shape::warning;
  return !verification.differences.empty() || verification.variant.failure ? Shape::differs : Shape::notDone;
}

std::string headline(const ReportInput& input) {
  const size_t kernels = input.analysis.kernels.size();
  if (kernels == 0 && !input.trafficGraph.empty()) return "Which loads to keep in L1";
  if (kernels == 0 && !input.reuseFigure.empty()) return "Which order of tasks to run";
  if (kernels == 0 && !input.measurements.empty()) {
    std::set<std::string> measured;
    for (const MeasurementRecord& record : input.measurements) measured.insert(record.kernel);
    return "What was measured of " + countText(measured.size(), "kernel", "kernels");
  }
  if (input.analysis.units.empty() && !input.runs.empty()) return runsHeadline(input.runs);
  if (kernels == 0) return "No kernels were found";
  const Verified verified = countVerified(input);
  const size_t variants = input.variants.size();
  if (verified.differing != 0) {
    return "Results differ: " + countText(verified.differing) + " of " + countText(variants, "variant", "variants") +
           " must not be used";
  }
  if (verified.unsafe != 0) {
    return "Not safe: the checks found more in " + countText(verified.unsafe) + " of " +
           countText(variants, "variant", "variants") + " than in the original";
  }
  if (auto speedups = bestSpeedups(input); !speedups.empty()) {
    std::sort(speedups.begin(), speedups.end());
    const std::string low = decimals(speedups.front()), high = decimals(speedups.back());
    return countText(speedups.size()) + " of " + countText(kernels, "kernel", "kernels") +
           " measured: " + (low == high ? low : low + " to " + high) + " times as fast";
  }
  if (const std::string tuned = tunedHeadline(input); !tuned.empty()) return tuned;
  const VerdictCounts counts = countVerdicts(input.analysis);
  if (verified.identical != 0) {
    return countText(verified.changes.size(), "change gives", "changes give") + " identical results; " +
           (input.measurements.empty() ? "time is not measured yet" : "see what was measured");
  }
  if (verified.failed != 0) {
    return countText(counts.applicable, "change is", "changes are") + " proved possible; results were not compared";
  }
  if (counts.applicable != 0) {
    return countText(counts.applicable, "change is", "changes are") + " proved possible; " +
           (variants == 0 ? "none is verified yet" : "not verified yet");
  }
  if (counts.unknown != 0)
    return "Nothing proved: " + countText(counts.unknown, "finding is", "findings are") +
           " undecided, with what is missing";
  if (counts.refused != 0) return "Nothing to change here, with reasons for each array";
  return "Nothing to change: " + countText(kernels, "kernel", "kernels") + " without a finding";
}

std::string conditions(const ReportInput& input) {
  std::vector<std::string> parts;
  std::set<std::string> headers, devices;
  for (const UnitSummary& unit : input.analysis.units) headers.insert(unit.headers);
  for (const MeasurementRecord& record : input.measurements) devices.insert(record.device + ", " + record.conditions);
  for (const std::string& device : devices) parts.push_back(device);
  const bool isAnalysed = !input.analysis.units.empty() || !input.analysis.kernels.empty();
  if (isAnalysed || input.runs.empty()) parts.push_back("Analysed for " + input.arch);
  for (const std::string& name : headers) {
    if (!name.empty()) parts.push_back(name == "toolkit" ? "CUDA toolkit headers" : "Warpwright's own CUDA headers");
  }
  const Verified verified = countVerified(input);
  // Variants of a tuning on a GPU were compared there.
  const bool timed =
      std::any_of(input.tunings.begin(), input.tunings.end(), [](const TuningTable& table) { return table.isTime; });
  if (verified.identical + verified.differing != 0)
    parts.push_back(timed ? "verified bit by bit" : "verified on the CPU engine, bit by bit");
  bool anyEstimate = false;
  for (const KernelSummary& kernel : input.analysis.kernels) {
    for (const Opportunity& opportunity : kernel.opportunities) anyEstimate |= opportunity.estimate.known;
  }
  if (input.measurements.empty())
    parts.push_back(anyEstimate ? "no times measured; speed-ups are estimates" : "no times measured");
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " · ") + part;
  return text;
}

std::string patchReport(const ReportInput& input) {
  std::string patch;
  std::set<std::string> covered, files;
  // Newest first, so that an opportunity that was tried with several values appears once; a file appears once, too,
  // because two patches made for the same text would not apply one after the other.
  for (auto variant = input.variants.rbegin(); variant != input.variants.rend(); ++variant) {
    const Shape shape = variant->verification ? verificationShape(*variant->verification) : Shape::notDone;
    if (shape == Shape::differs || shape == Shape::warning || isPassedOver(input, *variant)) continue;
    if (needsMeasuring(input, *variant)) continue;
    bool fresh = true;
    for (const VariantStep& step : variant->steps) fresh &= !covered.contains(step.opportunity);
    for (const VariantFile& file : variant->files) fresh &= !files.contains(file.path);
    if (!fresh) continue;
    for (const VariantStep& step : variant->steps) covered.insert(step.opportunity);
    for (const VariantFile& file : variant->files) files.insert(file.path);
    patch += variant->diff(input.root);
  }
  return patch;
}

}  // namespace warpwright
