#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/unit_cache.h"
#include "analysis/analyzer/unit_parts.h"
#include "core/execute/service/analysis_service.h"

namespace warpwright::analysis {

/// How units are looked at by worker processes.
struct UnitWorkersOptions {
  std::filesystem::path program;                ///< warpwright-analysis-worker
  AnalysisRequest request;                      ///< how; its paths are of no matter
  std::vector<frontend::CompileCommand> units;  ///< that are looked at together
  std::shared_ptr<UnitCache> cache;             ///< is asked first, and kept in; null: there is none
  size_t jobs = 1;                              ///< workers at a time, at least one
  uint64_t memoryBytes = uint64_t{4} << 30;     ///< that a worker may have of its own for a unit
};

/// How far they are.
struct UnitsProgress {
  size_t done = 0, all = 0;
  double fraction = 0;   ///< of the whole, with what is done of those under way
  std::string underWay;  ///< the file that is waited for longest
};

/// Looks at units side by side, each in a process (core/execute/service/PROTOCOL.md), and in their order. What a worker
/// says of a unit does not depend on which others it has looked at. One that ends early is replaced: where it had
/// looked at other units before, the unit is tried once more in a fresh one; else it is an error of that unit, of which
/// there is what had been decided.
class UnitWorkers final : public UnitSource {
 public:
  /// `progress` is called from `tell`. `stop` ends all workers: of units that are not done then there is what has been
  /// decided.
  UnitWorkers(UnitWorkersOptions options, std::function<void(const UnitsProgress&)> progress, std::stop_token stop);
  ~UnitWorkers() override;

  /// Errors: besides those of Analyzer::lookAt, a worker cannot be started.
  Result<Told> tell(size_t unit, UnitListener& listener) override;

 private:
  /// What is known of a unit.
  struct Heard {
    std::vector<UnitPart> untold;
    std::vector<bool> decided;   ///< by kernel
    bool begun = false;          ///< its kernels are known
    bool done = false;           ///< nothing more comes
    std::optional<Error> lost;   ///< who looked at it ended early
    std::optional<Error> error;  ///< of the analysis
  };

  void work();
  Status hear(size_t unit, UnitPart part);
  UnitsProgress now() const;

  const UnitWorkersOptions options_;
  const std::function<void(const UnitsProgress&)> progress_;
  std::string beginning_;  ///< the request that makes a worker ready
  std::stop_source ending_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  size_t next_ = 0;            ///< the first unit that no worker has taken
  std::vector<Heard> heard_;   ///< of each unit
  std::vector<double> parts_;  ///< of each unit, that is done
  size_t doneCount_ = 0;
  std::stop_callback<std::function<void()>> stopping_;
  std::vector<std::jthread> threads_;  ///< last: they use all others
};

}  // namespace warpwright::analysis
