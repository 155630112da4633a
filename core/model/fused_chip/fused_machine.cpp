#include "core/model/fused_chip/fused_machine.h"

#include <algorithm>
#include <unordered_set>

namespace warpwright::memsim {

using Kind = FusedEvent::Kind;

namespace {

/// What counters have grown by.
// clang-format off
#define WARPWRIGHT_EACH_SHARED(X) \
  X(gpuAccesses) X(gpuHits) X(gpuMisses) X(gpuHitsOnFetched) X(gpuLate) X(cpuAccesses) X(cpuHits) X(cpuFetched) \
  X(cpuUsed) X(dramReads) X(dramWrites)
// clang-format on
#define WARPWRIGHT_EACH_GPU(X) X(warpInstructions) X(threadInstructions) X(l1Loads) X(l1Hits) X(l2Loads) X(l2Hits)

SharedCacheCounts minus(SharedCacheCounts a, const SharedCacheCounts& b) {
#define WARPWRIGHT_MINUS(field) a.field -= b.field;
  WARPWRIGHT_EACH_SHARED(WARPWRIGHT_MINUS)
  return a;
}
GpuCounts minus(GpuCounts a, const GpuCounts& b) {
  WARPWRIGHT_EACH_GPU(WARPWRIGHT_MINUS)
#undef WARPWRIGHT_MINUS
  return a;
}

/// Every line that a launch touches.
std::unordered_set<uint64_t> linesOf(const GpuWork& work, uint32_t lineBytes) {
  std::unordered_set<uint64_t> lines;
  const uint32_t sectors = std::max(1u, lineBytes / 32), pieces = std::max(1u, 4 / sectors);
  for (const BlockRequests& block : work.blocks) {
    for (const RequestStream& stream : block.warps) {
      for (const uint64_t packed : stream) {
        if (isWork(packed) || work.sites[siteOfPacked(packed)].kind == EventKind::barrier) continue;
        const LineAccess access = lineOfPacked(packed);
        for (uint32_t piece = 0; piece < pieces; ++piece) {
          if (access.sectors >> (piece * sectors) & ((1u << sectors) - 1)) lines.insert(access.line * pieces + piece);
        }
      }
    }
  }
  return lines;
}

}  // namespace

FusedCounts& FusedCounts::operator+=(const FusedCounts& other) {
#define WARPWRIGHT_ADD(field) shared.field += other.shared.field;
  WARPWRIGHT_EACH_SHARED(WARPWRIGHT_ADD)
#undef WARPWRIGHT_ADD
#define WARPWRIGHT_ADD(field) gpu.field += other.gpu.field;
  WARPWRIGHT_EACH_GPU(WARPWRIGHT_ADD)
#undef WARPWRIGHT_ADD
  ticks += other.ticks;
  gpuCycles += other.gpuCycles;
  cpuInstructions += other.cpuInstructions;
  cpuLoads += other.cpuLoads;
  cpuLines += other.cpuLines;
  cpuLinesOfKernel += other.cpuLinesOfKernel;
  dramRowHits += other.dramRowHits;
  dramBusyTicks += other.dramBusyTicks;
  return *this;
}

/// The parts, and the CPU: out of order within its window, loads retire in order, two caches of its own, the second of
/// which fetches the lines behind one that it missed.
struct FusedMachine::State final : CpuCore {
  State(const FusedDevice& d, bool perfect)
      : device(d),
        chip(device.chip),
        shared(device, perfect, events),
        gpu(device, events, shared),
        l1(chip.cpuL1Bytes, chip.cpuL1Ways, chip.lineBytes),
        l2(chip.cpuL2Bytes, chip.cpuL2Ways, chip.lineBytes) {}

  // --- time

  void step() {
    const FusedEvent event = events.take();
    now = std::max(now, event.time);
    switch (event.kind) {
      case Kind::deliver:
        if (event.from.isGpu())
          gpu.lineArrived(event);
        else
          lineArrived(event.time, event.line);
        break;
      case Kind::toDram:
        shared.toDram(event);
        break;
      case Kind::dram:
        shared.dram(event);
        break;
      case Kind::dramDone:
        shared.dramDone(event);
        break;
      case Kind::gpuIssue:
        gpu.issue(event);
        break;
      case Kind::gpuRequest:
        gpu.request(event);
        break;
      case Kind::gpuMemory:
        gpu.memory(event);
        break;
    }
    if (!stop && gpu.finished()) {
      stop = true;
      endedAt = event.time;
    }
  }
  void advance(uint64_t until) {
    while (!stop && !events.empty() && events.top().time <= until) step();
    if (!stop) now = std::max(now, until);
  }

  // --- the CPU

  struct Load {
    uint64_t instruction = 0, doneAt = never;
  };
  static constexpr uint64_t never = ~uint64_t{0};

  void instructions(uint64_t count) override {
    if (stop) return;
    executed += count;
    slots += count;
  }
  /// Tick at which the instruction that comes next can begin.
  uint64_t frontEnd() const { return frontStart + slots / std::max(1u, chip.cpuIssueWidth); }
  void waitUntil(uint64_t tick) {
    if (tick <= frontEnd()) return;
    frontStart = tick;
    slots = 0;
  }
  void load(uint64_t address, uint32_t bytes) override {
    if (stop) return;
    ++loads;
    for (uint64_t line = address / chip.lineBytes; line <= (address + bytes - 1) / chip.lineBytes; ++line)
      loadLine(line);
  }
  void loadLine(uint64_t line) {
    advance(frontEnd());
    makeRoom();
    if (stop) return;
    const uint64_t at = frontEnd(), number = firstLoad + queue.size();
    queue.push_back({executed, never});
    if (l1.find(line) != nullptr) {
      queue.back().doneAt = at + static_cast<uint64_t>(chip.cpuL1Cycles);
    } else if (l2.find(line) != nullptr) {
      queue.back().doneAt = at + static_cast<uint64_t>(chip.cpuL2Cycles);
      l1.insert(line, {});
    } else if (const auto pending = onTheirWay.find(line); pending != onTheirWay.end()) {
      pending->second.push_back(number);
    } else {
      onTheirWay[line].push_back(number);
      if (ask(at, line, Requester::Kind::cpuLoad) == SharedCache::Outcome::hit) ++hits;
      for (uint64_t next = line + 1; next <= line + chip.nextLinePrefetch; ++next) {
        if (l2.peek(next) == nullptr && onTheirWay.try_emplace(next).second)
          ask(at, next, Requester::Kind::cpuPrefetch);
      }
    }
  }
  SharedCache::Outcome ask(uint64_t at, uint64_t line, Requester::Kind kind) {
    asked.insert(line);
    return shared.access(at, line, {kind, 0, 0});
  }
  /// Loads retire in order; the oldest one that is not done holds up what is too far behind it.
  void makeRoom() {
    while (!stop && !queue.empty()) {
      const Load& oldest = queue.front();
      const bool full = queue.size() >= chip.cpuLoadQueue || executed - oldest.instruction >= chip.cpuWindow;
      if (oldest.doneAt == never && full) {
        if (events.empty()) return;
        step();
        continue;
      }
      if (oldest.doneAt == never || (oldest.doneAt > frontEnd() && !full)) return;
      waitUntil(full ? oldest.doneAt : 0);
      queue.pop_front();
      ++firstLoad;
      advance(frontEnd());
    }
  }
  void lineArrived(uint64_t at, uint64_t line) {
    if (l2.peek(line) == nullptr) l2.insert(line, {});
    const auto found = onTheirWay.find(line);
    if (found == onTheirWay.end()) return;
    if (!found->second.empty() && l1.peek(line) == nullptr) l1.insert(line, {});
    for (const uint64_t number : found->second) {
      if (number >= firstLoad && number - firstLoad < queue.size()) queue[number - firstLoad].doneAt = at;
    }
    onTheirWay.erase(found);
  }
  uint64_t l3Hits() override {
    advance(frontEnd());
    return hits;
  }
  const std::atomic<bool>& stopped() const override { return stop; }

  void startLaunch(const GpuWork& work) {
    // What the last launch had left on its way comes in first.
    while (!events.empty()) step();
    stop = false;
    startedAt = endedAt = frontStart = now;
    slots = executed = loads = hits = 0;
    firstLoad += queue.size();
    queue.clear();
    asked.clear();
    gpu.start(now, work);
    stop = gpu.finished();
  }

  FusedDevice device;
  const FusedChip& chip;
  EventQueue events;
  SharedCache shared;
  FusedGpu gpu;
  uint64_t now = 0, startedAt = 0, endedAt = 0;
  std::atomic<bool> stop{true};

  struct Nothing {};
  LineCache<Nothing> l1, l2;
  std::deque<Load> queue;
  std::unordered_map<uint64_t, std::vector<uint64_t>> onTheirWay;  ///< line -> loads that wait for it
  std::unordered_set<uint64_t> asked;
  uint64_t firstLoad = 0, frontStart = 0, slots = 0, executed = 0, loads = 0, hits = 0;
};

FusedMachine::FusedMachine(const FusedDevice& device, bool perfectL3)
    : state_(std::make_unique<State>(device, perfectL3)) {}
FusedMachine::~FusedMachine() = default;

uint64_t FusedMachine::now() const {
  return state_->now;
}

FusedCounts FusedMachine::run(const GpuWork& work, const CpuProgram& program) {
  State& machine = *state_;
  machine.startLaunch(work);
  const SharedCacheCounts sharedBefore = machine.shared.counts;
  const GpuCounts gpuBefore = machine.gpu.counts;
  const uint64_t rowHits = machine.shared.dramRowHits(), busy = machine.shared.dramBusyTicks();
  if (program) program(machine);
  while (!machine.stop && !machine.events.empty()) machine.step();

  FusedCounts counts;
  counts.ticks = machine.endedAt - machine.startedAt;
  counts.gpuCycles = counts.ticks / ticksOf(machine.chip, machine.device.gpu.clockGHz);
  counts.gpu = minus(machine.gpu.counts, gpuBefore);
  counts.shared = minus(machine.shared.counts, sharedBefore);
  counts.cpuInstructions = machine.executed;
  counts.cpuLoads = machine.loads;
  counts.dramRowHits = machine.shared.dramRowHits() - rowHits;
  counts.dramBusyTicks = machine.shared.dramBusyTicks() - busy;
  counts.cpuLines = machine.asked.size();
  if (counts.cpuLines > 0) {
    const std::unordered_set<uint64_t> touched = linesOf(work, machine.chip.lineBytes);
    for (const uint64_t line : machine.asked) counts.cpuLinesOfKernel += touched.contains(line);
  }
  return counts;
}

}  // namespace warpwright::memsim
