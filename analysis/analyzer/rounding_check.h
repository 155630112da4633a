#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/message.h"
#include "core/base/temporary_folder.h"
#include "core/execute/gpu/code_store.h"
#include "core/finding/rewrite.h"
#include "core/kernel/new_constants.h"
#include "core/kernel/ptx_alike.h"
#include "core/kernel/ptx_fusing.h"
#include "core/kernel/ptx_rounding.h"
#include "core/kernel/ptx_sums.h"

namespace warpwright::analysis {

/// Lines of statements that say how each of their sums and products is rounded, by file: no compiler has a choice
/// there, whatever becomes a constant.
using WrittenLines = std::map<std::string, std::set<uint32_t>>;

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
  /// What is asked of a unit. `kernels`: mangled. `constants`: what a change makes some. `onlyDifferences`: what stays
  /// open is of no interest.
  struct Subject {
    const frontend::ParsedUnit& unit;
    const frontend::ParseOptions& options;  ///< of its parse
    std::vector<std::string> kernels;
    NewConstants constants;
    bool onlyDifferences = false;
    bool isCalled = false;      ///< the change makes the kernel's body a function that text it adds calls
    WrittenLines written = {};  ///< of the text before the change
  };
  /// Takes what it needs from the unit. The answer: whether the kernels round otherwise after the change; open, too,
  /// where they cannot be compiled, or where the text before the change leaves open what any change does.
  Answer ask(const Subject& subject, const Rewrite& change);
  /// What it says of a change that says how sums and products are rounded, and changes nothing else (ptxDifference).
  struct WrittenAnswer {
    PtxDifference difference;                    ///< empty: they are rounded as before
    std::map<uint32_t, LineSums> before, after;  ///< of all kernels, by line
    size_t lines = 0;                            ///< of the code before
  };
  /// Errors: what has no code; cancelled.
  Result<WrittenAnswer> compareWritten(const Subject& subject, const Rewrite& change, const std::stop_token& stop);
  /// What nvcc made of the kernels' sums (roundedSums), with the places that they have in a text of which it makes the
  /// same code (rewrite::placeSums). Errors: it makes another; what has no code; cancelled.
  Result<std::vector<RoundedSum>> sumsOf(const Subject& subject, const Rewrite& placed, const std::stop_token& stop);
  /// Only the last: what is open whatever changes. It takes no look at the text after the change.
  Answer askBefore(const Subject& subject);

  /// Whoever has the same folder makes codes once, as long as files do not change.
  void share(const std::filesystem::path& codes) { shared_.emplace(codes); }

  CodeComparison when() const { return when_; }
  /// Files may have changed since.
  void forget();
  /// "nvcc in /usr/local/cuda/bin"; empty: there is none.
  std::string compiler() const;

 private:
  struct Question;
  class Places;
  struct Code;
  struct Side;
  using Codes = std::map<std::string, std::shared_ptr<Code>>;  ///< by all that they are made from
  std::shared_ptr<Question> questionOf(const Subject& subject) const;
  std::shared_ptr<Question> questionOf(const Subject& subject, const Rewrite& change) const;
  RoundingComparison compare(const Question& question, bool onlyBefore, const std::stop_token& stop);
  Result<std::vector<Side>> sidesBefore(const Question& question, Places& places, const std::stop_token& stop);
  Result<std::string> codeOf(const GpuCompileRequest& request, const std::stop_token& stop);
  Result<SettledPtx> settledCode(const GpuCompileRequest& request, const std::string& code, const std::string& kernel,
                                 const SettlingHints& hints, const std::stop_token& stop);
  Result<bool> isSameCode(const Question& question, const std::array<std::string, 2>& codes, const std::string& kernel,
                          const std::stop_token& stop);
  Result<std::string> kept(const std::string& key, const std::function<Result<std::string>()>& make);
  bool isKept(const std::string& key);

  std::optional<std::filesystem::path> toolkit_;
  CodeComparison when_;
  TemporaryFolder folder_;
  std::optional<CodeStore> shared_;
  std::mutex mutex_;
  Codes codes_;
};

/// Why the change cannot be made: `why` the code was compared, and what is `open` then.
Message roundingUnknown(const Message& why, const Message& open);

}  // namespace warpwright::analysis
