#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/finding/analysis_result.h"
#include "core/session/records.h"

namespace warpwright {

/// One session: a single SQLite file (`.wws`, see FORMAT.md) with the sources that were analysed, what was found,
/// tried, verified and measured. Every call that returned ok is on disk: a crash afterwards loses nothing. For one
/// thread at a time; several processes may have the same file open.
class Session {
 public:
  /// Opens a session, or makes one where there is no file. Errors: not a session, damaged, of a newer version,
  /// read-only, in use. A file that is not a session is never written to.
  static Result<Session> openOrCreate(const std::filesystem::path& file);
  static Result<Session> open(const std::filesystem::path& file);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  const std::filesystem::path& file() const;

  /// Values by name: "project", "arch", "flags", "device", "tool version" and what else the environment tells.
  Status setValue(const std::string& name, const std::string& value);
  Result<std::map<std::string, std::string>> values() const;

  /// A new analysis with the texts it was made from (path → text). Earlier ones stay.
  Status addAnalysis(const AnalysisResult& result, const std::map<std::string, std::string>& sources);
  /// The newest one; absent where there is none yet.
  Result<std::optional<AnalysisResult>> latestAnalysis() const;
  /// The texts of the newest analysis.
  Result<std::map<std::string, std::string>> sources() const;

  Status setStatus(const std::string& opportunity, OpportunityStatus status);
  /// By opportunity id; those not named are proposed.
  Result<std::map<std::string, OpportunityStatus>> statuses() const;

  /// Adds the variant or replaces the one of the same id. Sets `changedAt` to now where it is 0.
  Status putVariant(const VariantRecord& variant);
  /// In the order in which they were first put.
  Result<std::vector<VariantRecord>> variants() const;

  Status addMeasurement(const MeasurementRecord& measurement);
  /// A variant (null: the original, which has no record) with its measurements, all or nothing.
  Status putMeasuredVariant(const VariantRecord* variant, const std::vector<MeasurementRecord>& measurements);
  Result<std::vector<MeasurementRecord>> measurements() const;

  /// Sets `startedAt` to now where it is 0.
  Status addRun(const RunRecord& run);
  /// In the order in which they were added; none in a file of an earlier version.
  Result<std::vector<RunRecord>> runs() const;

  /// Adds an annotation (id 0) or changes one; an empty text removes it. Gives its id.
  Result<int64_t> putAnnotation(const AnnotationRecord& annotation);
  Result<std::vector<AnnotationRecord>> annotations() const;

 private:
  struct State;
  Status writeVariant(const VariantRecord& variant);
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warpwright
