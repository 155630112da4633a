#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/temporary_folder.h"
#include "core/execute/replay/compare_effects.h"
#include "core/execute/replay/new_findings.h"
#include "core/execute/replay/trace_programs.h"
#include "core/job/engine_job.h"
#include "core/job/output_record.h"

namespace warpwright {
namespace {

/// Findings that the original does not have. Where already that breaks what the change rests on, it is new, too.
std::vector<EngineFinding> findingsOf(const EngineJob& original, const EngineJob& variant, const Verification& v) {
  std::vector<EngineFinding> added;
  for (const EngineFinding& finding : v.original.findings) {
    if (finding.kind == "assumption") added.push_back(finding);
  }
  for (EngineFinding& finding : newFindings({original, v.original.findings}, {variant, v.variant.findings}))
    added.push_back(std::move(finding));
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
    text += countText(variant.findings.size(), "finding", "findings") + " of the checks that the original has too";
  }
  return text;
}

std::string summaryOf(const Verification& v) {
  if (!v.differences.empty()) {
    std::string text = v.differences.front().message;
    if (v.differences.size() > 1) {
      text += " " + countText(v.differences.size() - 1, "other difference.", "other differences.");
    }
    return text;
  }
  const std::string amount = countText(v.comparedLaunches, "launch", "launches") + ", " +
                             countText(v.comparedElements, "result", "results") + " compared bit by bit";
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

void compareExitCodes(Verification& v) {
  if (v.original.exitCode == v.variant.exitCode) return;
  const std::string own = std::to_string(v.original.exitCode), other = std::to_string(v.variant.exitCode);
  v.differences.push_back(
      {"exit code", 0, own, other, 1, "The original exits with " + own + ", the variant with " + other + ".", "exit"});
}

/// Runs of one comparison, one after another: programs may write the same files in their working folder.
class Comparison {
 public:
  Comparison(const RunEngine& runEngine, EngineJob original, EngineJob variant, const EffectRules& rules,
             const std::function<void(const EngineProgress&)>& progress, std::stop_token stop)
      : runEngine_(runEngine),
        original_(std::move(original)),
        variant_(std::move(variant)),
        rules_(rules),
        progress_(progress),
        stop_(std::move(stop)),
        trace_(original_.metrics),
        share_(trace_ ? 0.25 : 0.5) {}

  Result<Verification> run() {
    if (folder_.path().empty()) {
      return Error{ErrorKind::io, "Cannot make a temporary folder; set TMPDIR to one that can be written.",
                   std::nullopt};
    }
    prepare();
    if (const Status done = runOne(original_, "original", v_.original, 0); !done.ok()) return done.error();
    if (!v_.original.failure) {
      // What both allocate lies at the same addresses, so that addresses mean the same.
      variant_.placesOf = original_.outputRecord;
      if (const Status done = runOne(variant_, "variant", v_.variant, share_); !done.ok()) return done.error();
      v_.findings = findingsOf(original_, variant_, v_);
    }
    if (const auto why = whyNotCompared(v_)) {
      v_.summary = *why;
      return std::move(v_);
    }
    if (const Status compared = compare(); !compared.ok()) return compared.error();
    if (!summarise() || !trace_ || !v_.identical || !v_.findings.empty()) return std::move(v_);
    if (const Status traced = trace(); !traced.ok()) return traced.error();
    return std::move(v_);
  }

 private:
  void prepare() {
    std::error_code ignored;
    const auto isFile = [&](const EngineJob& job) {
      return std::filesystem::is_regular_file(job.path, ignored) && job.path.extension() != ".json";
    };
    if (isFile(original_) && isFile(variant_) && variant_.variantOf.empty() && variant_.path != original_.path) {
      variant_.variantOf = original_.path;
    }
    for (auto [job, name] : {std::pair{&original_, "original"}, std::pair{&variant_, "variant"}}) {
      job->check = true;
      job->metrics = false;
      job->outputRecord = folder_.path() / name;
    }
  }

  Status runOne(EngineJob& job, const char* name, EngineRun& into, double from) {
    Result<EngineRun> run = runEngine_(
        job,
        [&](const EngineProgress& now) {
          if (!progress_) return;
          progress_({now.phase, std::string(name) + ": " + now.text,
                     now.fraction < 0 ? now.fraction : from + share_ * now.fraction});
        },
        stop_);
    if (!run.ok()) return run.error();
    into = std::move(run.value());
    return {};
  }

  Status compare() {
    const auto originalRecord = OutputRecord::read(original_.outputRecord);
    if (!originalRecord.ok()) return originalRecord.error();
    const auto variantRecord = OutputRecord::read(variant_.outputRecord);
    if (!variantRecord.ok()) return variantRecord.error();
    Result<RecordComparison> compared = compareRecords(*originalRecord, *variantRecord, stop_);
    if (compared.ok() && !compared->differences.empty()) {
      if (const Status done = runAgain(); !done.ok()) return done.error();
      if (againRecord_) compared = compareRecords(*originalRecord, *variantRecord, stop_, &*againRecord_);
    }
    if (!compared.ok()) return compared.error();
    v_.differences = std::move(compared->differences);
    v_.rounded = std::move(compared->rounded);
    v_.comparedBytes = compared->bytes;
    v_.comparedElements = compared->elements;
    v_.comparedLaunches = compared->launches;
    uncompared_ = std::move(compared->uncompared);
    for (std::string& note : compared->notes) v_.variant.notes.push_back(std::move(note));
    // First: what was in memory after other launches differs for that reason.
    if (auto launches = compareLaunches(v_.original.launches, v_.variant.launches)) {
      v_.differences.insert(v_.differences.begin(), std::move(*launches));
    }
    compareExitCodes(v_);
    return compareWhatWasWritten(*originalRecord, *variantRecord);
  }

  /// Runs the original once more, so that what varies by itself is known; once for all that differs.
  Status runAgain() {
    if (ranAgain_) return {};
    ranAgain_ = true;
    original_.outputRecord = folder_.path() / "again";
    if (const Status done = runOne(original_, "original, once more", again_, share_); !done.ok()) return done.error();
    auto record = OutputRecord::read(original_.outputRecord);
    if (!again_.failure && record.ok()) againRecord_ = std::move(record.value());
    return {};
  }

  Status compareWhatWasWritten(const OutputRecord& originalRecord, const OutputRecord& variantRecord) {
    const Result<ProgramEffects> own = effectsOf(v_.original, originalRecord),
                                 other = effectsOf(v_.variant, variantRecord);
    if (!own.ok()) return own.error();
    if (!other.ok()) return other.error();
    compared_ = !rules_.ignoreOutput && !(own->output.empty() && own->errorOutput.empty());
    compared_ = compared_ || !own->files.empty();
    EffectComparison written = compareEffects(*own, nullptr, *other, rules_);
    if (!written.differences.empty()) {
      if (const Status done = runAgain(); !done.ok()) return done.error();
      if (againRecord_) {
        const Result<ProgramEffects> again = effectsOf(again_, *againRecord_);
        if (!again.ok()) return again.error();
        written = compareEffects(*own, &*again, *other, rules_);
      }
    }
    if (v_.differences.empty() && !written.differences.empty() && onlyPrinted(written.differences)) {
      v_.hint =
          "Only what the programs print differs. Where that is times or other values that vary by themselves, "
          "--ignore-output "
          "leaves it out.";
    }
    for (OutputDifference& difference : written.differences) v_.differences.push_back(std::move(difference));
    for (std::string& note : written.notes) v_.variant.notes.push_back(std::move(note));
    return {};
  }

  static bool onlyPrinted(const std::vector<OutputDifference>& differences) {
    return std::all_of(differences.begin(), differences.end(),
                       [](const OutputDifference& difference) { return difference.kind == "output"; });
  }

  /// False: there was nothing to compare.
  bool summarise() {
    if (!uncompared_.empty() && v_.differences.empty()) {
      std::string names;
      for (const std::string& name : uncompared_) names += (names.empty() ? "" : ", ") + name;
      v_.summary =
          "Nothing was compared of " + names +
          ": each run of the original leaves other values there. Where its input comes from the time, from a seed that "
          "is another one each time, or from memory that was never initialised, let it be the same each time.";
      return false;
    }
    const bool nothing = v_.comparedBytes == 0 && (v_.original.launches.empty() || !compared_);
    if (nothing && v_.differences.empty()) {
      v_.summary =
          v_.original.launches.empty()
              ? "Nothing was compared: the program computed nothing on the device with these arguments."
              : "Nothing was compared: no launch left device memory other than it was. If kernels add to memory that "
                "was never written (here every byte of it is 0xCD), clear it first.";
      return false;
    }
    v_.identical = v_.differences.empty() && (!v_.rounded || v_.rounded->elements == 0);
    v_.summary = summaryOf(v_);
    return true;
  }

  Status trace() {
    const auto tell = [&](const EngineProgress& now) {
      if (progress_) progress_({now.phase, now.text, now.fraction < 0 ? now.fraction : 0.5 + 0.5 * now.fraction});
    };
    Result<TracedPrograms> traced = traceWith(runEngine_, original_, variant_, tell, stop_);
    if (!traced.ok()) return traced.error();
    if (traced->failure) {
      v_.notTraced = traced->failure->message;
      v_.variant.notes.push_back("Not traced: " + v_.notTraced);
    }
    v_.traces = std::move(traced->kernels);
    return {};
  }

  const TemporaryFolder folder_;
  const RunEngine& runEngine_;
  EngineJob original_, variant_;
  const EffectRules rules_;
  const std::function<void(const EngineProgress&)>& progress_;
  const std::stop_token stop_;
  const bool trace_;
  const double share_;
  bool ranAgain_ = false;
  EngineRun again_;
  std::optional<OutputRecord> againRecord_;  ///< of a second run of the original, where something differs
  bool compared_ = false;                    ///< there were texts or files to compare
  std::vector<std::string> uncompared_;      ///< buffers of which all varies from run to run
  Verification v_;
};

}  // namespace

Result<Verification> verifyOnEngine(EngineJob original, EngineJob variant,
                                    const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  return verifyWith(runOnEngine, std::move(original), std::move(variant), {false, true}, progress, std::move(stop));
}

Result<Verification> verifyWith(const RunEngine& runEngine, EngineJob original, EngineJob variant,
                                const EffectRules& rules, const std::function<void(const EngineProgress&)>& progress,
                                std::stop_token stop) {
  return Comparison(runEngine, std::move(original), std::move(variant), rules, progress, std::move(stop)).run();
}

}  // namespace warpwright
