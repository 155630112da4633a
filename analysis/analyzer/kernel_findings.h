#pragma once

#include <atomic>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "analysis/analyzer/finding_cache.h"
#include "analysis/analyzer/finding_rounding.h"
#include "analysis/analyzer/rounding_check.h"
#include "analysis/analyzer/text_trials.h"
#include "analysis/passes/contradicted.h"
#include "analysis/passes/pass.h"

namespace warpwright::analysis {

/// What the passes find in the kernels of a unit. Each kernel is looked at by one thread, and several at a time: while
/// one proves, another one reads the AST (see passes::KernelContext). What is found does not depend on it. The text of
/// each change is made and tried before it is said that it can be made.
class KernelFindings {
 public:
  /// What is asked for besides passes.
  struct Asked {
    bool reassociation = false;  ///< floating-point sums may be made in an order that the original never has
    std::string kernel;          ///< the only one that is looked at, as a user names it; empty: all
  };
  /// Begins to look; all that is given outlives it. Nobody else reads the unit's AST until it ends. `cache`: what was
  /// found before, which is asked and added to by the thread that has made the `KernelFindings`; null: nobody asks
  /// again.
  KernelFindings(FindingCache* cache, RoundingCheck& rounding, const frontend::ParsedUnit& unit,
                 const frontend::ParseOptions& options, const std::vector<model::ParsedKernel>& kernels,
                 const std::vector<const passes::Pass*>& passes, const Device& device, std::set<std::string> openNames,
                 const Asked& asked, std::stop_token stop);
  KernelFindings(const KernelFindings&) = delete;

  /// In which order the kernels are looked at: those first of which the most that is kept was not known, so that who
  /// has edited one kernel of many need not wait for the others. Those that nobody asks for are not among them.
  const std::vector<size_t>& order() const { return order_; }
  /// Is nothing known from the cache?
  bool areNew() const { return areNew_; }
  /// Waits for those of one kernel, with the change that each would make, where one has been made now. Once a kernel.
  std::vector<std::pair<Opportunity, Rewrite>> of(size_t kernel);

 private:
  /// What one pass finds in a kernel.
  struct Looked {
    std::vector<Opportunity> findings;
    std::optional<FindingCache::Key> keepAs;  ///< once the changes have been tried; absent: they are known
    bool isKnown = false;                     ///< from the cache
    /// The same with what the launches tell, which are read from the host code as it is: a cache must not keep that.
    std::vector<Opportunity> shown;
    std::vector<Rewrite> changes;           ///< of each finding
    std::vector<std::future<Message>> why;  ///< its change cannot be made
    std::vector<FindingRounding> rounds;
  };
  using LookedByPass = std::vector<Looked>;

  LookedByPass knownOf(size_t kernel, const Surroundings& around) const;
  Looked known(const passes::Pass& pass, const FindingGrounds& grounds) const;
  void work();
  LookedByPass lookAt(size_t kernel);
  void tryChanges(const passes::Pass& pass, const passes::KernelContext& context, Looked& looked);

  FindingCache* cache_;
  RoundingCheck& rounding_;
  const frontend::ParseOptions& options_;
  const std::vector<model::ParsedKernel>& kernels_;
  const std::vector<const passes::Pass*>& passes_;
  const Device& device_;
  const bool reassociates_;
  std::stop_token stop_;
  std::vector<LookedByPass> known_;  ///< by kernel, before it is looked at
  std::vector<std::promise<LookedByPass>> found_;
  std::vector<std::future<LookedByPass>> done_;
  std::vector<size_t> order_;
  bool areNew_ = true;
  std::atomic<size_t> next_ = 0, left_ = 0;
  passes::Contradictions contradictions_;  ///< reads the AST
  TextTrials trials_;                      ///< reads the AST as changes are added
  std::mutex ast_;
  std::vector<std::jthread> threads_;  ///< last: they use all others
};

}  // namespace warpwright::analysis
