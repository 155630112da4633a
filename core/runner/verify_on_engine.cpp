#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/temporary_folder.h"
#include "core/runner/engine_job.h"
#include "core/runner/output_record.h"

namespace warpwright {
namespace {

std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<size_t>(at), ",");
  return text;
}

std::string counted(uint64_t number, const std::string& one, const std::string& many) {
  return grouped(number) + " " + (number == 1 ? one : many);
}

/// Findings of the variant past those of the same kind, kernel and object that the original has. Lines move with an
/// edit, so they do not take part.
std::vector<EngineFinding> newFindings(const EngineRun& original, const EngineRun& variant) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, int> known;
  auto keyOf = [](const EngineFinding& finding) { return Key{finding.kind, finding.kernel, finding.object}; };
  for (const EngineFinding& finding : original.findings) ++known[keyOf(finding)];
  std::vector<EngineFinding> added;
  for (const EngineFinding& finding : variant.findings) {
    if (--known[keyOf(finding)] < 0) added.push_back(finding);
  }
  return added;
}

/// "no races, no accesses out of bounds", as far as the variant has none.
std::string checkedText(const EngineRun& variant) {
  auto has = [&](const char* kind) {
    return std::any_of(variant.findings.begin(), variant.findings.end(),
                       [&](const EngineFinding& finding) { return finding.kind == kind; });
  };
  std::string text;
  if (!has("race")) text += "no races";
  if (!has("out-of-bounds")) text += text.empty() ? "no accesses out of bounds" : ", no accesses out of bounds";
  if (!variant.findings.empty()) {
    if (!text.empty()) text += "; ";
    text += counted(variant.findings.size(), "finding", "findings") + " of the checks that the original has too";
  }
  return text;
}

std::string summaryOf(const Verification& v) {
  if (!v.differences.empty()) {
    std::string text = v.differences.front().message;
    if (v.differences.size() > 1) {
      text += " " + counted(v.differences.size() - 1, "other difference.", "other differences.");
    }
    return text;
  }
  const std::string amount = counted(v.comparedLaunches, "launch", "launches") + ", " +
                             counted(v.comparedElements, "result", "results") + " compared bit by bit";
  if (!v.findings.empty()) {
    return "Results are identical (" + amount + "), but the variant is not safe: " + v.findings.front().message;
  }
  return "Identical. " + amount + "; " + checkedText(v.variant) + ".";
}

/// Runs that cannot be compared: why, as the summary.
std::optional<std::string> whyNotCompared(const Verification& v) {
  if (v.original.failure) return "The original did not run to its end: " + v.original.failure->message;
  if (v.variant.failure) return "The variant did not run to its end: " + v.variant.failure->message;
  return std::nullopt;
}

void compareEnds(Verification& v) {
  if (v.original.exitCode != v.variant.exitCode) {
    const std::string own = std::to_string(v.original.exitCode), other = std::to_string(v.variant.exitCode);
    v.differences.push_back(
        {"exit code", 0, own, other, 1, "The original exits with " + own + ", the variant with " + other + "."});
  }
  if (v.original.output != v.variant.output || v.original.errorOutput != v.variant.errorOutput) {
    v.variant.notes.push_back("The two programs print different text. Times often differ; results were compared in memory.");
  }
}

}  // namespace

Result<Verification> verifyOnEngine(EngineJob original, EngineJob variant,
                                    const std::function<void(const EngineProgress&)>& progress,
                                    std::stop_token stop) {
  return verifyWith(runOnEngine, std::move(original), std::move(variant), progress, std::move(stop));
}

Result<Verification> verifyWith(const RunEngine& runEngine, EngineJob original, EngineJob variant,
                                const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  const TemporaryFolder folder;
  if (folder.path().empty()) {
    return Error{ErrorKind::io, "Cannot make a temporary folder; set TMPDIR to one that can be written.", std::nullopt};
  }
  Verification v;
  const bool trace = original.metrics;
  const double share = trace ? 0.25 : 0.5;
  // One after the other: both may write the same files in their working folder.
  auto runOne = [&](EngineJob& job, const char* name, EngineRun& into, double from) -> Status {
    Result<EngineRun> run = runEngine(
        job,
        [&](const EngineProgress& now) {
          if (!progress) return;
          progress({now.phase, std::string(name) + ": " + now.text,
                    now.fraction < 0 ? now.fraction : from + share * now.fraction});
        },
        stop);
    if (!run.ok()) return run.error();
    into = std::move(run.value());
    return {};
  };
  std::error_code ignored;
  const bool areFiles = std::filesystem::is_regular_file(original.path, ignored) && original.path.extension() != ".json" &&
                        std::filesystem::is_regular_file(variant.path, ignored) && variant.path.extension() != ".json";
  if (areFiles && variant.variantOf.empty() && variant.path != original.path) variant.variantOf = original.path;
  for (auto [job, name] : {std::pair{&original, "original"}, std::pair{&variant, "variant"}}) {
    job->check = true;
    job->metrics = false;
    job->outputRecord = folder.path() / name;
  }
  if (const Status done = runOne(original, "original", v.original, 0); !done.ok()) return done.error();
  if (!v.original.failure) {
    if (const Status done = runOne(variant, "variant", v.variant, share); !done.ok()) return done.error();
    v.findings = newFindings(v.original, v.variant);
  }
  if (const auto why = whyNotCompared(v)) {
    v.summary = *why;
    return v;
  }
  const auto originalRecord = OutputRecord::read(original.outputRecord);
  if (!originalRecord.ok()) return originalRecord.error();
  const auto variantRecord = OutputRecord::read(variant.outputRecord);
  if (!variantRecord.ok()) return variantRecord.error();
  Result<RecordComparison> compared = compareRecords(*originalRecord, *variantRecord, stop);
  if (!compared.ok()) return compared.error();
  v.differences = std::move(compared->differences);
  v.comparedBytes = compared->bytes;
  v.comparedElements = compared->elements;
  v.comparedLaunches = compared->launches;
  for (std::string& note : compared->notes) v.variant.notes.push_back(std::move(note));
  compareEnds(v);
  if (v.comparedBytes == 0 && v.differences.empty()) {
    v.summary = v.original.launches.empty()
                    ? "Nothing was compared: the program computed nothing on the device with these arguments."
                    : "Nothing was compared: no launch left device memory other than it was. If kernels add to memory that "
                      "was never written (here every byte of it is 0xCD), clear it first.";
    return v;
  }
  v.identical = v.differences.empty();
  v.summary = summaryOf(v);
  if (!trace || !v.identical || !v.findings.empty()) return v;
  EngineRun before, after;
  for (EngineJob* job : {&original, &variant}) {
    job->check = false;
    job->metrics = true;
    job->outputRecord.clear();
    job->assumptions.clear();
  }
  if (const Status done = runOne(original, "original, traced", before, 0.5); !done.ok()) return done.error();
  if (const Status done = runOne(variant, "variant, traced", after, 0.75); !done.ok()) return done.error();
  for (const EngineRun* run : {&before, &after}) {
    if (run->failure) v.variant.notes.push_back("Not traced: " + run->failure->message);
  }
  if (!before.failure && !after.failure) v.traces = kernelTraces(before, after);
  return v;
}

}  // namespace warpwright
