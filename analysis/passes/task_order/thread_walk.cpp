#include "analysis/passes/task_order/thread_walk.h"

#include <algorithm>

namespace warpwright::reuse {

ThreadWalk::ThreadWalk(const KernelModel& model, const model::KernelPaths& paths, CapturedValues& values,
                       const std::vector<bool>& matters, const std::vector<ExpressionId>& needed)
    : model_(model),
      paths_(paths),
      values_(values),
      matters_(matters),
      passedOver_(model.blocks.size(), false),
      headerOf_(model.blocks.size()) {
  for (const Loop& loop : model.loops) {
    if (loop.header.isValid()) headerOf_[loop.header.value] = loop.id;
  }
  findPassedOver(matters, needed);
}

/// Blocks on some way from a branch to where its ways meet; with a back edge among them, of the whole loop.
std::vector<BlockId> ThreadWalk::between(BlockId from, BlockId meet) const {
  std::vector<bool> seen(model_.blocks.size(), false);
  std::vector<BlockId> found, open{from};
  while (!open.empty()) {
    const BlockId block = open.back();
    open.pop_back();
    for (const BlockId next : model_.blocks[block.value].successors) {
      if (next == meet || seen[next.value]) continue;
      seen[next.value] = true;
      found.push_back(next);
      open.push_back(next);
    }
  }
  return found;
}

// A branch decides nothing of interest if no block that matters lies behind it before its ways meet, and no counter of
// a loop there is needed later: by `needed`, or by a branch that does decide something.
void ThreadWalk::findPassedOver(const std::vector<bool>& matters, const std::vector<ExpressionId>& needed) {
  std::vector<uint64_t> counters(model_.blocks.size(), 0);  // of loops between a branch and the meeting
  for (const BasicBlock& block : model_.blocks) {
    if (block.successors.size() < 2) continue;
    bool decides = false;
    for (const BlockId inside : between(block.id, paths_[block.id.value].meet)) {
      decides = decides || matters[inside.value];
      if (const LoopId loop = headerOf_[inside.value]; loop.isValid())
        counters[block.id.value] |= CapturedValues::bitOf(loop);
    }
    passedOver_[block.id.value] = !decides;
  }
  uint64_t wanted = 0;
  for (const ExpressionId value : needed) wanted |= values_.dependsOn(value);
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock& block : model_.blocks) {
      const size_t b = block.id.value;
      if (block.successors.size() < 2) continue;
      if (passedOver_[b] && (counters[b] & wanted) != 0) {
        passedOver_[b] = false;
        changed = true;
      }
      if (passedOver_[b]) continue;
      uint64_t with = wanted;
      for (const ExpressionId condition : paths_[b].conditions) with |= values_.dependsOn(condition);
      changed = changed || with != wanted;
      wanted = with;
    }
  }
}

ThreadWalk::End ThreadWalk::walk(const Handlers& handlers, const std::stop_token& stop) {
  BlockId at{0};
  for (uint64_t step = 1;; ++step) {
    if (step % 4096 == 0 && stop.stop_requested()) return End::cancelled;
    if (step > mostSteps) {
      const LoopId around = model_.blocks[at.value].loop;
      line_ = around.isValid() ? model_.pool.symbolAt(model_.loop(around).counter).line : 0;
      return End::tooLong;
    }
    if (matters_[at.value]) handlers.visit(at);
    const std::vector<BlockId>& next = model_.blocks[at.value].successors;
    if (next.empty()) return End::done;
    BlockId to = next.front();
    if (next.size() > 1) {
      to = passedOver_[at.value] ? BlockId() : chosen(at);
      if (!to.isValid()) {
        if (!passedOver_[at.value]) leaveOut(at, handlers);
        to = paths_[at.value].meet;
        if (!to.isValid()) return End::done;
      }
    }
    countRounds(at, to);
    at = to;
  }
}

/// Invalid where a condition is not known.
BlockId ThreadWalk::chosen(BlockId from) {
  const std::vector<BlockId>& next = model_.blocks[from.value].successors;
  for (size_t i = 0; i < next.size(); ++i) {
    const std::optional<uint64_t> holds = values_.value(paths_[from.value].conditions[i]);
    if (!holds) return {};
    if (*holds) return next[i];
  }
  return {};
}

void ThreadWalk::countRounds(BlockId from, BlockId to) {
  const LoopId entered = headerOf_[to.value];
  if (!entered.isValid()) return;
  LoopId around = model_.blocks[from.value].loop;
  while (around.isValid() && around != entered) around = model_.loop(around).parent;
  if (!around.isValid()) return values_.setCounter(entered, 0);
  // What is not known stays so until the loop is entered again.
  if (const std::optional<uint64_t> before = values_.counterOf(entered)) values_.setCounter(entered, *before + 1);
}

/// What lies between a branch whose condition is not known and where its ways meet.
void ThreadWalk::leaveOut(BlockId from, const Handlers& handlers) {
  const std::string why = values_.reason();
  for (const BlockId inside : between(from, paths_[from.value].meet)) {
    if (matters_[inside.value]) handlers.lost(inside, why);
    if (const LoopId loop = headerOf_[inside.value]; loop.isValid()) values_.setCounter(loop, std::nullopt);
  }
}

}  // namespace warpwright::reuse
