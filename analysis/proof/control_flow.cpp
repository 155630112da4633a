#include "analysis/proof/control_flow.h"

#include <algorithm>
#include <utility>

namespace warpwright::proof {

ControlFlow::ControlFlow(const KernelModel& model)
    : model_(model), events_(model.blocks.size()), predecessors_(model.blocks.size()) {
  const auto add = [&](BlockId block, uint32_t order, Event::Kind kind, size_t index) {
    if (block.isValid() && block.value < events_.size()) {
      events_[block.value].push_back({order, kind, static_cast<uint32_t>(index)});
    }
  };
  for (size_t i = 0; i < model.accesses.size(); ++i) {
    add(model.accesses[i].block, model.accesses[i].order, Event::Kind::access, i);
  }
  for (size_t i = 0; i < model.barriers.size(); ++i) {
    add(model.barriers[i].block, model.barriers[i].order, Event::Kind::barrier, i);
  }
  for (size_t i = 0; i < model.calls.size(); ++i) {
    add(model.calls[i].block, model.calls[i].order, Event::Kind::call, i);
  }
  for (std::vector<Event>& block : events_) {
    std::stable_sort(block.begin(), block.end(), [](const Event& a, const Event& b) { return a.order < b.order; });
  }
  for (const BasicBlock& block : model.blocks) {
    for (const BlockId next : block.successors) predecessors_[next.value].push_back(block.id);
  }
}

template <typename Visit>
bool ControlFlow::scan(BlockId block, Direction direction, int64_t from, const std::set<BarrierId>& walls,
                       Visit visit) const {
  const std::vector<Event>& events = events_[block.value];
  const auto step = [&](const Event& event) {
    const bool wall = event.kind == Event::Kind::barrier && walls.count(BarrierId{event.index}) != 0;
    return !wall && visit(event);
  };
  if (direction == Direction::forward) {
    for (const Event& event : events) {
      if (event.order > from && !step(event)) return false;
    }
  } else {
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
      if (event->order < from && !step(*event)) return false;
    }
  }
  return true;
}

Neighbourhood ControlFlow::walk(BlockId start, int64_t from, Direction direction,
                                const std::set<BarrierId>& walls) const {
  std::set<uint32_t> accesses, calls;
  const auto visit = [&](const Event& event) {
    if (event.kind == Event::Kind::access) accesses.insert(event.index);
    if (event.kind == Event::Kind::call) calls.insert(event.index);
    return true;
  };
  const bool forward = direction == Direction::forward;
  std::vector<BlockId> open;
  const auto leave = [&](BlockId block) {
    const std::vector<BlockId>& next = forward ? model_.blocks[block.value].successors : predecessors_[block.value];
    open.insert(open.end(), next.begin(), next.end());
  };
  if (scan(start, direction, from, walls, visit)) leave(start);
  std::vector<char> seen(model_.blocks.size(), 0);
  while (!open.empty()) {
    const BlockId block = open.back();
    open.pop_back();
    if (std::exchange(seen[block.value], 1)) continue;
    if (scan(block, direction, forward ? -1 : int64_t{1} << 40, walls, visit)) leave(block);
  }
  Neighbourhood result;
  for (const uint32_t index : accesses) result.accesses.push_back(AccessId{index});
  result.calls.assign(calls.begin(), calls.end());
  return result;
}

Neighbourhood ControlFlow::before(BarrierId barrier, const std::set<BarrierId>& walls) const {
  const Barrier& from = model_.barriers[barrier.value];
  return walk(from.block, from.order, Direction::backward, walls);
}

Neighbourhood ControlFlow::after(BarrierId barrier, const std::set<BarrierId>& walls) const {
  const Barrier& from = model_.barriers[barrier.value];
  return walk(from.block, from.order, Direction::forward, walls);
}

Neighbourhood ControlFlow::atEntry(const std::set<BarrierId>& walls) const {
  if (model_.blocks.empty()) return {};
  return walk(model_.blocks.front().id, -1, Direction::forward, walls);
}

bool ControlFlow::contains(LoopId loop, BlockId block) const {
  for (LoopId id = model_.blocks[block.value].loop; id.isValid(); id = model_.loop(id).parent) {
    if (id == loop) return true;
  }
  return false;
}

LoopId ControlFlow::outermostLoop(BlockId block) const {
  LoopId result;
  for (LoopId id = model_.blocks[block.value].loop; id.isValid(); id = model_.loop(id).parent) result = id;
  return result;
}

LoopId ControlFlow::loopInside(LoopId around, BlockId block) const {
  LoopId result;
  LoopId id = model_.blocks[block.value].loop;
  for (; id.isValid() && id != around; id = model_.loop(id).parent) result = id;
  return id == around ? result : LoopId{};
}

bool ControlFlow::hasOpenRound(LoopId loop, const std::set<BarrierId>& walls) const {
  const BlockId header = model_.loop(loop).header;
  std::vector<BlockId> open{header};
  std::vector<char> seen(model_.blocks.size(), 0);
  while (!open.empty()) {
    const BlockId block = open.back();
    open.pop_back();
    if (std::exchange(seen[block.value], 1)) continue;
    if (!scan(block, Direction::forward, -1, walls, [](const Event&) { return true; })) continue;
    for (const BlockId next : model_.blocks[block.value].successors) {
      if (next == header) return true;
      if (contains(loop, next)) open.push_back(next);
    }
  }
  return false;
}

bool ControlFlow::connects(LoopId loop, Point from, Point to, bool takesBackEdge,
                           const std::set<BarrierId>& walls) const {
  const BlockId header = model_.loop(loop).header;
  std::vector<std::pair<BlockId, bool>> open;  // block, back edge taken
  std::set<std::pair<BlockId, bool>> seen;
  bool found = false;
  // Events of a block in one pass; marks whether `to` is met, and continues where no wall stands.
  const auto pass = [&](BlockId block, int64_t start, bool taken) {
    const auto visit = [&](const Event& event) {
      found = found || (taken == takesBackEdge && block == to.block && event.order == to.order);
      return !found;
    };
    if (!scan(block, Direction::forward, start, walls, visit)) return;
    for (const BlockId next : model_.blocks[block.value].successors) {
      if (!contains(loop, next) || (next == header && taken)) continue;
      open.emplace_back(next, taken || next == header);
    }
  };
  pass(from.block, from.order, false);
  while (!open.empty() && !found) {
    const auto state = open.back();
    open.pop_back();
    if (seen.insert(state).second) pass(state.first, -1, state.second);
  }
  return found;
}

bool ControlFlow::finishesRound(LoopId loop, Point from, const std::set<BarrierId>& walls) const {
  const BlockId header = model_.loop(loop).header;
  std::vector<std::pair<BlockId, int64_t>> open{{from.block, from.order}};
  std::set<BlockId> seen;
  while (!open.empty()) {
    const auto [block, start] = open.back();
    open.pop_back();
    if (!scan(block, Direction::forward, start, walls, [](const Event&) { return true; })) continue;
    for (const BlockId next : model_.blocks[block.value].successors) {
      if (next == header) return true;
      if (contains(loop, next) && seen.insert(next).second) open.emplace_back(next, -1);
    }
  }
  return false;
}

bool ControlFlow::reaches(BlockId from, BlockId to, LoopId inside) const {
  std::vector<BlockId> open{from};
  std::set<BlockId> seen;
  while (!open.empty()) {
    const BlockId block = open.back();
    open.pop_back();
    for (const BlockId next : model_.blocks[block.value].successors) {
      if (inside.isValid() && (!contains(inside, next) || next == model_.loop(inside).header)) continue;
      if (next == to) return true;
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

bool ControlFlow::isEnteredAgain(LoopId loop) const {
  const Loop& entered = model_.loop(loop);
  for (const BlockId block : exitingBlocks(loop)) {
    for (const BlockId next : model_.blocks[block.value].successors) {
      if (contains(loop, next)) continue;
      const LoopId around = entered.parent;
      if (around.isValid() && (!contains(around, next) || next == model_.loop(around).header)) continue;
      if (reaches(next, entered.header, around)) return true;
    }
  }
  return false;
}

bool ControlFlow::leaves(LoopId loop, Point from, const std::set<BarrierId>& walls) const {
  std::vector<std::pair<BlockId, int64_t>> open{{from.block, from.order}};
  std::set<BlockId> seen;
  while (!open.empty()) {
    const auto [block, start] = open.back();
    open.pop_back();
    if (!scan(block, Direction::forward, start, walls, [](const Event&) { return true; })) continue;
    for (const BlockId next : model_.blocks[block.value].successors) {
      if (!contains(loop, next)) return true;
      if (seen.insert(next).second) open.emplace_back(next, -1);
    }
    // A block that ends the kernel leaves the loop too.
    if (model_.blocks[block.value].successors.empty()) return true;
  }
  return false;
}

bool ControlFlow::isEnteredTo(LoopId loop, Point to, const std::set<BarrierId>& walls) const {
  std::vector<BlockId> open{model_.loop(loop).header};
  std::set<BlockId> seen{model_.loop(loop).header};
  bool found = false;
  while (!open.empty() && !found) {
    const BlockId block = open.back();
    open.pop_back();
    const auto visit = [&](const Event& event) {
      found = found || (block == to.block && event.order == to.order);
      return !found;
    };
    if (!scan(block, Direction::forward, -1, walls, visit)) continue;
    for (const BlockId next : model_.blocks[block.value].successors) {
      if (contains(loop, next) && seen.insert(next).second) open.push_back(next);
    }
  }
  return found;
}

std::vector<BlockId> ControlFlow::latches(LoopId loop) const {
  std::vector<BlockId> list;
  for (const BlockId block : predecessors_[model_.loop(loop).header.value]) {
    if (contains(loop, block)) list.push_back(block);
  }
  return list;
}

std::vector<BlockId> ControlFlow::exitingBlocks(LoopId loop) const {
  std::vector<BlockId> list;
  for (const BasicBlock& block : model_.blocks) {
    if (!contains(loop, block.id)) continue;
    const bool leaves = std::any_of(block.successors.begin(), block.successors.end(),
                                    [&](BlockId next) { return !contains(loop, next); });
    if (leaves) list.push_back(block.id);
  }
  return list;
}

}  // namespace warpwright::proof
