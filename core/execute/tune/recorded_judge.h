#pragma once

#include <filesystem>
#include <memory>

#include "core/execute/tune/tune.h"

namespace warpwright {

/// Answers from a session that holds the measurements of another tuning (`recorded:FILE`): nothing is run. Variants are
/// found by their steps and by the texts they change: a recording of another text says nothing about this one.
class RecordedJudge : public VariantJudge {
 public:
  /// Errors: not a session, no measurements of this kernel and metric in it.
  static Result<std::unique_ptr<RecordedJudge>> open(const std::filesystem::path& file, const std::string& kernel,
                                                     const std::string& metric);

  /// Errors (input): the variant is not in the recording.
  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token stop) override;
  /// Where and in which unit the recording was made, as its measurements say it.
  const std::string& device() const { return device_; }
  const std::string& unit() const { return unit_; }

 private:
  std::map<std::string, TuningJudgement> byId_;
  std::string device_, unit_;
};

}  // namespace warpwright
