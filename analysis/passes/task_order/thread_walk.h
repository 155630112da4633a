#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <stop_token>
#include <vector>

#include "analysis/model/kernel_paths.h"
#include "analysis/passes/task_order/captured_values.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::reuse {

/// Follows threads of a captured launch through the basic blocks of the kernel, round by round of its loops. Code
/// without a block that matters are passed over where what they compute is not needed. Keeps references to its
/// arguments.
class ThreadWalk {
 public:
  /// Basic blocks that one thread may come to: more than that is no task that a block could be filled with.
  static constexpr uint64_t mostSteps = uint64_t{1} << 24;

  /// `matters`, by block: where `visit` wants to be called. `needed`: the values that it will ask for there.
  ThreadWalk(const KernelModel& model, const model::KernelPaths& paths, CapturedValues& values,
             const std::vector<bool>& matters, const std::vector<ExpressionId>& needed);

  struct Handlers {
    std::function<void(BlockId)> visit;                         ///< the thread is in a block that matters
    std::function<void(BlockId, const std::string& why)> lost;  ///< whether, or how often, it comes there is not known
  };
  enum class End : uint8_t { done, tooLong, cancelled };
  /// Walks from the entry to the end. `tooLong`: more than mostSteps; `line` says in which loop.
  End walk(const Handlers& handlers, const std::stop_token& stop);
  uint32_t line() const { return line_; }

 private:
  std::vector<BlockId> between(BlockId from, BlockId meet) const;
  void findPassedOver(const std::vector<bool>& matters, const std::vector<ExpressionId>& needed);
  BlockId chosen(BlockId from);
  void countRounds(BlockId from, BlockId to);
  void leaveOut(BlockId from, const Handlers& handlers);

  const KernelModel& model_;
  const model::KernelPaths& paths_;
  CapturedValues& values_;
  std::vector<bool> matters_, passedOver_;  // by block: of a branch, what lies between it and where its ways meet
  std::vector<LoopId> headerOf_;            // by block; invalid: it is no header
  uint32_t line_ = 0;
};

}  // namespace warpwright::reuse
