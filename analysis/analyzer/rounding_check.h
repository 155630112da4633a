#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/message.h"
#include "core/base/temporary_folder.h"
#include "core/finding/rewrite.h"
#include "core/kernel/new_constants.h"
#include "core/kernel/ptx_rounding.h"

namespace warpwright::analysis {

/// When the code of changed kernels is compared, beside each time that a change is made. `findings`: of each finding,
/// too, which takes nvcc's time. `later`: a finding that needs it may be applicable till its change is made.
enum class CodeComparison : uint8_t { changes, findings, later };

/// Whether nvcc rounds the results of changed kernels as it did: compares the code that it makes of both texts
/// (ptxRounding), where need be with what ptxas makes of that (settledPtx). Codes are kept, for a tuner asks again and
/// again. Any thread may ask.
class RoundingCheck {
 public:
  /// `toolkit`: as in ParseOptions; nothing: none is to be used, and all that is asked is open.
  RoundingCheck(std::optional<std::filesystem::path> toolkit, CodeComparison when)
      : toolkit_(std::move(toolkit)), when_(when) {}

  /// What it says of one change: to be asked without the unit.
  using Answer = std::function<RoundingComparison(std::stop_token stop)>;
  /// Takes what it needs from the unit. `options`: those of its parse. `kernels`: mangled. `constants`: what the change
  /// makes some. The answer: whether the kernels round otherwise after the change; open, too, where they cannot be
  /// compiled.
  Answer ask(const frontend::ParsedUnit& unit, const frontend::ParseOptions& options, std::vector<std::string> kernels,
             const Rewrite& change, const NewConstants& constants);

  CodeComparison when() const { return when_; }
  /// Files may have changed since.
  void forget();
  /// "nvcc in /usr/local/cuda/bin"; empty: there is none.
  std::string compiler() const;

 private:
  struct Question;
  class Places;
  struct Code;
  using Codes = std::map<std::string, std::shared_ptr<Code>>;  ///< by all that they are made from
  RoundingComparison compare(const Question& question, std::stop_token stop);
  Result<std::string> codeOf(const Question& question, bool changed, std::stop_token stop);
  Result<std::string> settledCode(const Question& question, const std::string& code, const std::string& kernel,
                                  std::stop_token stop);
  Result<std::string> kept(const std::string& key, const std::function<Result<std::string>()>& make);

  std::optional<std::filesystem::path> toolkit_;
  CodeComparison when_;
  TemporaryFolder folder_;
  std::mutex mutex_;
  Codes codes_;
};

/// Why the change cannot be made: `why` the code was compared, and what is `open` then.
Message roundingUnknown(const Message& why, const Message& open);

}  // namespace warpwright::analysis
