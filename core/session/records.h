#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/finding/opportunity.h"
#include "core/finding/rewrite.h"
#include "core/job/engine_job.h"

namespace warpwright {

/// How far an opportunity has come. Stored by name, see `toString`.
enum class OpportunityStatus : uint8_t { proposed, previewed, verified, differs, applied, stale, failed };
std::string toString(OpportunityStatus status);

/// One rewrite of a variant: variants stack, each step re-found in the text that the last one left.
struct VariantStep {
  std::string opportunity;  ///< id
  ParameterValues values;
  bool operator==(const VariantStep&) const = default;
};
/// {"opportunity", "values"}. Reading may throw nlohmann::json::exception.
void to_json(nlohmann::json& json, const VariantStep& step);
void from_json(const nlohmann::json& json, VariantStep& step);

/// One file of a variant, before and after.
struct VariantFile {
  std::string path, before, after;
};

/// A variant that was looked at: what it consists of, what it changes, and whether it computes the same.
struct VariantRecord {
  std::string id;  ///< see makeVariantId
  std::vector<VariantStep> steps;
  std::string summary;  ///< of its rewrite
  std::vector<VariantFile> files;
  std::optional<Verification> verification;
  std::string command;    ///< how the verified program was run: "100000 100 20"
  bool applied = false;   ///< its text is in the user's files
  int64_t changedAt = 0;  ///< seconds since 1970

  /// The change of all files as one patch, with names relative to `root` where they lie below it: `git apply` and
  /// `patch -p1` take it there.
  std::string diff(const std::filesystem::path& root = {}) const;
};

/// A hash of the steps and of the texts they start from: the same variant has the same id in every run.
std::string makeVariantId(const std::vector<VariantStep>& steps, const std::vector<VariantFile>& files);

/// One measured quantity of one variant on one device. An interval, never a point.
struct MeasurementRecord {
  std::string variant;  ///< id; empty: the original
  std::string kernel;
  std::string target;                   ///< "cpu", "gpu:0", "ssh:host"
  std::string device;                   ///< "H200"
  std::string metric;                   ///< "time/median"
  std::string unit;                     ///< "ms"
  double value = 0, low = 0, high = 0;  ///< with its 95 % interval
  uint32_t samples = 0;
  std::string conditions;  ///< clocks, cache state, noise rule
  std::string verdict;     ///< "FASTER", "SLOWER", "SAME", "UNSURE"; empty: not compared
  int64_t measuredAt = 0;
};

/// One run of the user's program on the CPU engine: how it was asked for and how it ended.
struct RunRecord {
  std::string
      kind;  ///< "verify": original against variant; "check": the program as it is, with all checks; "metrics": traced
  std::string program;    ///< the file that was built
  std::string arguments;  ///< as typed
  std::string outcome;    ///< "identical", "differs", "finished", "findings", "failed"
  std::string summary;    ///< one sentence
  uint64_t launches = 0;  ///< kernel launches of the original
  uint64_t findings = 0;  ///< what the checks saw
  double seconds = 0;     ///< wall time of the whole, compiling included
  int64_t startedAt = 0;  ///< seconds since 1970
};

/// A note of the user at a line.
struct AnnotationRecord {
  int64_t id = 0;
  SourcePosition at;
  std::string text;
  int64_t changedAt = 0;
};

}  // namespace warpwright
