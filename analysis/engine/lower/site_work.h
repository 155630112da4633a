#pragma once

#include <memory>
#include <vector>

#include <llvm/IR/BasicBlock.h>

#include "core/model/memory/trace.h"

namespace warpwright::engine {

/// Instructions of a GPU that a block's instructions amount to, markers of loops aside.
double instructionsOf(const llvm::BasicBlock& block);

/// What a thread computes around the events of one piece of code without branches that matter (code_regions.h), and
/// which of its loads are on their way together.
class RegionWork {
 public:
  explicit RegionWork(uint32_t number);
  ~RegionWork();
  RegionWork(RegionWork&&) noexcept;

  /// The next block of it, in order. `events`: its instructions that are logged, some more than once.
  std::vector<memsim::SiteWork> add(const llvm::BasicBlock& block, const std::vector<const llvm::Instruction*>& events);
  /// PTX of the block added last, where it has no event that could carry it.
  float unplacedPtx() const;
  /// The longest chain of instructions that wait for one another: SiteWork::path of the first event.
  float path() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warpwright::engine
