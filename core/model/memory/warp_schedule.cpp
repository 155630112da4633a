#include "core/model/memory/warp_schedule.h"

#include <algorithm>

namespace warpwright::memsim {
namespace {

/// Issue slots a request takes on a busy multiprocessor, over all its warps; turns latencies in cycles into steps.
constexpr double cyclesPerStep = 4;
constexpr double assumedLatency = 250;

uint64_t nextRandom(uint64_t& state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

}  // namespace

std::string toString(const Schedule& schedule) {
  switch (schedule.kind) {
    case Schedule::Kind::roundRobin:
      return "round robin";
    case Schedule::Kind::greedyThenOldest:
      return "greedy then oldest";
    case Schedule::Kind::random:
      return "random (seed " + std::to_string(schedule.seed) + ")";
  }
  return {};
}

const std::vector<Schedule>& standardSchedules() {
  static const std::vector<Schedule> schedules{{Schedule::Kind::roundRobin, 0},
                                               {Schedule::Kind::greedyThenOldest, 0},
                                               {Schedule::Kind::random, 1},
                                               {Schedule::Kind::random, 2}};
  return schedules;
}

WarpSchedule::WarpSchedule(const Schedule& schedule, uint32_t multiprocessors, uint64_t missSteps,
                           const std::vector<TraceSite>& sites)
    : trace_(&sites), schedule_(schedule), missSteps_(missSteps), multiprocessors_(multiprocessors) {
  for (uint32_t i = 0; i < multiprocessors; ++i) {
    multiprocessors_[i].random = 0x9E3779B97F4A7C15ull * (i + 1) + schedule.seed;
  }
}

void WarpSchedule::runWave(const std::vector<BlockRequests>& blocks, const Access& access) {
  arrived_.assign(blocks.size(), 0);
  running_.assign(blocks.size(), 0);
  for (Multiprocessor& sm : multiprocessors_) {
    sm.warps.clear();
    sm.next = 0;
  }
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    Multiprocessor& sm = multiprocessors_[blocks[b].multiprocessor % multiprocessors_.size()];
    for (const RequestStream& stream : blocks[b].warps) {
      if (stream.empty()) continue;
      sm.warps.push_back({b, stream.data(), stream.data() + stream.size(), 0, false});
      ++running_[b];
    }
  }
  for (;;) {
    bool any = false, left = false;
    nextReady_ = ~uint64_t{0};
    for (uint32_t i = 0; i < multiprocessors_.size(); ++i) {
      if (multiprocessors_[i].warps.empty()) continue;
      left = true;
      any |= step(i, access);
    }
    if (!left) break;
    now_ = any || nextReady_ == ~uint64_t{0} ? now_ + 1 : std::max(now_ + 1, nextReady_);
  }
}

/// One request of one warp of a multiprocessor; false where none can go on.
bool WarpSchedule::step(uint32_t index, const Access& access) {
  Multiprocessor& sm = multiprocessors_[index];
  while (!sm.warps.empty()) {
    const size_t chosen = choose(sm, nextReady_);
    if (chosen == sm.warps.size()) return false;
    Warp& warp = sm.warps[chosen];
    if (warp.at == warp.end) {
      const uint32_t block = warp.block;
      sm.warps.erase(sm.warps.begin() + static_cast<ptrdiff_t>(chosen));
      if (sm.next > chosen) --sm.next;
      if (--running_[block] != 0 && arrived_[block] >= running_[block]) release(sm, block);
      continue;
    }
    const uint32_t site = siteOfPacked(*warp.at);
    if ((*trace_)[site].kind == EventKind::barrier) {
      ++warp.at;
      if (++arrived_[warp.block] >= running_[warp.block])
        release(sm, warp.block);
      else
        warp.atBarrier = true;
      if (schedule_.kind == Schedule::Kind::roundRobin) ++sm.next;
      continue;
    }
    bool missed = false;
    do {
      missed |= access(index, site, lineOfPacked(*warp.at));
      ++warp.at;
    } while (warp.at != warp.end && continuesRequest(*warp.at));
    if (schedule_.kind == Schedule::Kind::roundRobin)
      ++sm.next;
    else if (schedule_.kind == Schedule::Kind::greedyThenOldest && missed)
      warp.readyAt = now_ + missSteps_;
    return true;
  }
  return false;
}

/// The warp whose turn it is; the number of warps where all wait.
size_t WarpSchedule::choose(Multiprocessor& sm, uint64_t& waitUntil) {
  const size_t count = sm.warps.size();
  const auto ready = [&](size_t i) { return !sm.warps[i].atBarrier && sm.warps[i].readyAt <= now_; };
  if (schedule_.kind == Schedule::Kind::greedyThenOldest) {
    if (sm.next < count && ready(sm.next)) return sm.next;
    for (size_t i = 0; i < count; ++i) {
      if (ready(i)) return sm.next = i;
      if (!sm.warps[i].atBarrier) waitUntil = std::min(waitUntil, sm.warps[i].readyAt);
    }
    return count;
  }
  size_t first = sm.next;
  if (schedule_.kind == Schedule::Kind::random) first = nextRandom(sm.random) % count;
  for (size_t i = 0; i < count; ++i) {
    const size_t candidate = (first + i) % count;
    if (!ready(candidate)) continue;
    return sm.next = candidate;
  }
  return count;
}

void WarpSchedule::release(Multiprocessor& sm, uint32_t block) {
  arrived_[block] = 0;
  for (Warp& warp : sm.warps) {
    if (warp.block == block) warp.atBarrier = false;
  }
}

uint8_t MissesInFlight::ask(LineAccess line, uint64_t now, uint64_t steps) {
  if (flights_.empty()) flights_.resize(lines_);
  Flight& flight = flights_[slotOf(line.line)];
  if (flight.line != line.line || flight.until <= now || flight.requests >= most_)
    flight = {line.line, now + steps, 0, 0};
  ++flight.requests;
  const uint8_t missing = line.sectors & static_cast<uint8_t>(~flight.sectors);
  flight.sectors |= line.sectors;
  return missing;
}

void MissesInFlight::drop(uint64_t line) {
  if (flights_.empty()) return;
  Flight& flight = flights_[slotOf(line)];
  if (flight.line == line) flight = {};
}

uint64_t stepsUntilL2Answers(const Device& device) {
  return static_cast<uint64_t>((device.latencyL2 > 0 ? device.latencyL2 : assumedLatency) / cyclesPerStep);
}

}  // namespace warpwright::memsim
