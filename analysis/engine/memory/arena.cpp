#include "analysis/engine/memory/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

namespace warpwright::engine {
namespace {

/// Unused addresses below the first allocation: a negative index of a small array lands in the arena, where it can be
/// named, and not outside.
constexpr uint64_t leadingSlack = uint64_t{1} << 20;
constexpr uint64_t pageBytes = 4096;
/// What the system takes together where it may: changes of its protection then take a fraction of the time.
constexpr uint64_t largePageBytes = uint64_t{1} << 21;

uint64_t alignUp(uint64_t value) {
  return (value + Arena::alignment - 1) / Arena::alignment * Arena::alignment;
}

std::string inMebibytes(uint64_t bytes) {
  return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB";
}

/// Of what lies wholly in the memory, which programs fill.
void useLargePages(uint64_t address, uint64_t bytes) {
  const uint64_t from = (address + largePageBytes - 1) / largePageBytes * largePageBytes;
  const uint64_t until = (address + bytes) / largePageBytes * largePageBytes;
  if (until > from) ::madvise(reinterpret_cast<void*>(from), until - from, MADV_HUGEPAGE);
}

}  // namespace

struct Arena::State {
  uint64_t reserved = 0, limit = 0;
  uint64_t next = baseAddress + leadingSlack;  ///< above every allocation so far
  uint64_t heapNext = 0;                       ///< above what was allocated on the heap; 0: nothing was
  uint64_t used = 0, peak = 0;
  std::map<uint64_t, Allocation> allocations;  ///< by address; freed ones stay until their addresses are needed
  std::map<uint64_t, Allocation> lent;         ///< of the host, by address

  uint64_t heapStart() const { return alignUp(baseAddress + reserved / 2); }
  /// The end of the addresses above each other that `allocate` gives.
  uint64_t end() const { return heapNext != 0 && next <= heapStart() ? heapStart() : baseAddress + reserved; }

  /// Where `bytes` fit among freed addresses; 0 when nowhere. Forgets the freed allocations it takes the place of.
  uint64_t reuse(uint64_t bytes) {
    uint64_t from = baseAddress + leadingSlack;
    for (auto it = allocations.begin();; ++it) {
      const bool atEnd = it == allocations.end();
      if (!atEnd && !it->second.live) continue;
      const uint64_t until = atEnd ? baseAddress + reserved : it->first;
      if (until >= from && until - from >= bytes + redZone) {
        allocations.erase(allocations.lower_bound(from), allocations.lower_bound(from + bytes + redZone));
        return from;
      }
      if (atEnd) return 0;
      from = alignUp(it->second.base + it->second.size + redZone);
    }
  }
};

Arena::Arena(std::unique_ptr<State> state) : state_(std::move(state)) {}
Arena::~Arena() {
  ::munmap(reinterpret_cast<void*>(baseAddress), state_->reserved);
}

Result<std::unique_ptr<Arena>> Arena::create(uint64_t limitBytes, uint64_t lastAddress) {
  auto state = std::make_unique<State>();
  state->limit = limitBytes;
  // More addresses than memory: those of freed allocations are not used again while there are others.
  state->reserved = alignUp(std::max<uint64_t>(4 * limitBytes, uint64_t{1} << 30));
  if (lastAddress > baseAddress) {
    const uint64_t wanted = std::min(lastAddress - baseAddress, furthest) + leadingSlack;
    state->reserved = std::max(state->reserved, alignUp(wanted));
  }
  void* wanted = reinterpret_cast<void*>(baseAddress);
  void* got = ::mmap(wanted, state->reserved, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != wanted) {
    const int code = errno;
    if (got != MAP_FAILED) ::munmap(got, state->reserved);
    return Error{ErrorKind::worker,
                 std::string("Cannot reserve the engine's device memory: ") + std::strerror(code) +
                     ". Allow overcommitted addresses (vm.overcommit_memory = 0 or 1, ulimit -v unlimited).",
                 std::nullopt};
  }
  return std::unique_ptr<Arena>(new Arena(std::move(state)));
}

Result<uint64_t> Arena::allocate(uint64_t bytes, std::string name, SourcePosition at) {
  State& s = *state_;
  const uint64_t taken = alignUp(std::max<uint64_t>(bytes, 1));
  if (bytes > s.limit || taken > s.limit - std::min(s.limit, s.used)) {
    return inputError("Device memory is full: " + inMebibytes(bytes) + " were asked for, " + inMebibytes(s.used) +
                      " of " + inMebibytes(s.limit) + " are in use.");
  }
  uint64_t base = s.next;
  if (base + taken + redZone > s.end()) {
    base = s.reuse(taken);
    if (base == 0) {
      return inputError("Device memory is too fragmented for " + inMebibytes(bytes) + ": " + inMebibytes(s.used) +
                        " of " + inMebibytes(s.limit) + " are in use.");
    }
  }
  s.next = std::max(s.next, base + taken + redZone);
  s.used += taken;
  s.peak = std::max(s.peak, s.used);
  s.allocations[base] = Allocation{base, bytes, std::move(name), std::move(at), true};
  useLargePages(base, bytes);
  return base;
}

Result<uint64_t> Arena::allocatePages(uint64_t bytes, std::string name, SourcePosition at) {
  State& s = *state_;
  const auto toPage = [](uint64_t address) { return (address + pageBytes - 1) / pageBytes * pageBytes; };
  // Where addresses of freed memory are used again, pages are shared.
  if (toPage(s.next) + toPage(bytes) + redZone <= s.end()) s.next = toPage(s.next);
  Result<uint64_t> base = allocate(bytes, std::move(name), std::move(at));
  if (base.ok() && *base % pageBytes == 0) s.next = std::max(s.next, toPage(s.next));
  return base;
}

Result<uint64_t> Arena::allocateOnHeap(uint64_t bytes, std::string name, SourcePosition at) {
  State& s = *state_;
  const uint64_t taken = alignUp(std::max<uint64_t>(bytes, 1));
  const uint64_t base = std::max(s.heapNext, s.heapStart());
  const bool fits = s.next <= s.heapStart() && base + taken + redZone <= baseAddress + s.reserved;
  if (!fits || taken > s.limit - std::min(s.limit, s.used)) return allocate(bytes, std::move(name), std::move(at));
  s.heapNext = base + taken + redZone;
  s.used += taken;
  s.peak = std::max(s.peak, s.used);
  s.allocations[base] = Allocation{base, bytes, std::move(name), std::move(at), true};
  return base;
}

Status Arena::allocateAt(uint64_t address, uint64_t bytes, std::string name, SourcePosition at) {
  State& s = *state_;
  const uint64_t first = baseAddress + leadingSlack, end = baseAddress + s.reserved - redZone;
  if (address < first || address > end || bytes == 0 || bytes > end - address) {
    return inputError("`" + name + "` was not in memory of the CPU engine.");
  }
  const Allocation* below = find(address);
  const auto above = s.allocations.lower_bound(address);
  if (below || (above != s.allocations.end() && above->first < address + bytes)) {
    return inputError("`" + name + "` was where other memory is.");
  }
  const uint64_t taken = alignUp(bytes);
  s.next = std::max(s.next, alignUp(address + bytes) + redZone);
  s.used += taken;
  s.peak = std::max(s.peak, s.used);
  s.allocations[address] = Allocation{address, bytes, std::move(name), std::move(at), true};
  useLargePages(address, bytes);
  return {};
}

Status Arena::allocateAgain(uint64_t address) {
  State& s = *state_;
  const auto found = s.allocations.find(address);
  if (found == s.allocations.end() || found->second.live) return inputError("No freed memory starts at the address.");
  found->second.live = true;
  s.used += alignUp(std::max<uint64_t>(found->second.size, 1));
  s.peak = std::max(s.peak, s.used);
  return {};
}

Status Arena::lend(uint64_t address, uint64_t bytes, std::string name, SourcePosition at) {
  auto& lent = state_->lent;
  const auto next = lent.lower_bound(address + bytes);
  const bool meets = next != lent.begin() && std::prev(next)->second.base + std::prev(next)->second.size > address;
  if (bytes == 0 || contains(address) || meets) return inputError("`" + name + "` cannot be lent to the device.");
  lent[address] = Allocation{address, bytes, std::move(name), std::move(at), true};
  return {};
}

void Arena::takeBack(uint64_t address) {
  state_->lent.erase(address);
}

void Arena::keepFreeBelow(uint64_t address) {
  state_->next = std::max(state_->next, alignUp(address) + redZone);
}

std::vector<const Allocation*> Arena::live() const {
  std::vector<const Allocation*> all;
  for (const auto& [address, allocation] : state_->allocations) {
    if (allocation.live) all.push_back(&allocation);
  }
  return all;
}

Status Arena::free(uint64_t address) {
  State& s = *state_;
  const auto found = s.allocations.find(address);
  if (found == s.allocations.end()) {
    const Allocation* inside = find(address);
    return inputError(inside ? "The address is inside `" + inside->name + "`, not its start."
                             : "The address is not of device memory.");
  }
  if (!found->second.live) return inputError("`" + found->second.name + "` was freed before.");
  found->second.live = false;
  const uint64_t taken = alignUp(std::max<uint64_t>(found->second.size, 1));
  s.used -= taken;
  // Gives the memory back; whole pages only, so that a neighbour keeps its own.
  const uint64_t from = (address + pageBytes - 1) / pageBytes * pageBytes;
  const uint64_t until = (address + taken) / pageBytes * pageBytes;
  if (until > from) ::madvise(reinterpret_cast<void*>(from), until - from, MADV_DONTNEED);
  auto clear = [](uint64_t first, uint64_t last) { std::memset(reinterpret_cast<void*>(first), 0, last - first); };
  clear(address, std::min(from, address + taken));
  if (until >= from) clear(std::max(until, address), address + taken);
  return {};
}

const Allocation* Arena::find(uint64_t address) const {
  const auto& known = contains(address) ? state_->allocations : state_->lent;
  auto next = known.upper_bound(address);
  if (next == known.begin()) return nullptr;
  const Allocation& before = std::prev(next)->second;
  return address < before.base + before.size ? &before : nullptr;
}

const Allocation* Arena::nearest(uint64_t address) const {
  const auto& all = state_->allocations;
  const auto next = all.upper_bound(address);
  const Allocation* above = next == all.end() ? nullptr : &next->second;
  const Allocation* below = next == all.begin() ? nullptr : &std::prev(next)->second;
  if (!above || !below) return above ? above : below;
  const uint64_t end = below->base + below->size;
  const uint64_t toBelow = address < end ? 0 : address - end;
  return toBelow <= above->base - address ? below : above;
}

bool Arena::contains(uint64_t address) const {
  return address >= baseAddress && address - baseAddress < state_->reserved;
}
uint64_t Arena::reservedBytes() const {
  return state_->reserved;
}
uint64_t Arena::usedBytes() const {
  return state_->used;
}
uint64_t Arena::peakBytes() const {
  return state_->peak;
}

}  // namespace warpwright::engine
