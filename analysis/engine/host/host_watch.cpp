#include "analysis/engine/host/host_watch.h"

#include <sys/mman.h>

#include <algorithm>

#include "analysis/engine/run/fault.h"

namespace warpwright::engine {
namespace {

/// With more accesses beside what is in flight, watching is given up: each costs some microseconds.
constexpr uint32_t mostSteps = 200'000;
/// Pieces of memory with protections of their own that are made; Linux has room for some ten thousand.
constexpr size_t mostPages = 8192;

std::atomic<HostWatch*> watch{nullptr};

/// Pages that an instruction of this thread may touch once.
struct Stepping {
  std::array<uint64_t, 4> pages{};
  uint32_t count = 0;
};
thread_local Stepping stepping;
/// What the thread is about to touch by an atomic or volatile access.
thread_local uint64_t meantAddress = 0;

/// True where the instruction has the prefix of an atomic one, or exchanges with memory.
bool isLocked(uint64_t programCounter) {
  constexpr std::array<uint8_t, 9> otherPrefixes = {0x66, 0xf2, 0xf3, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65};
  const auto* code = reinterpret_cast<const uint8_t*>(programCounter);
  for (int i = 0; i < 4; ++i, ++code) {
    if (*code == 0xf0) return true;
    if (std::find(otherPrefixes.begin(), otherPrefixes.end(), *code) == otherPrefixes.end()) break;
  }
  const bool wide = (*code & 0xf0) == 0x40;
  return code[wide ? 1 : 0] == 0x86 || code[wide ? 1 : 0] == 0x87;
}

void setProtection(uint64_t page, int protection) {
  ::mprotect(reinterpret_cast<void*>(page), Footprint::pageBytes, protection);
}

}  // namespace

HostWatch::HostWatch(const Arena& arena, StreamOrder& order) : arena_(arena), order_(order), deviceMemory_(arena) {
  watch = this;
  watchHostAccesses(&HostWatch::onFault, &HostWatch::onStep);
}

HostWatch::~HostWatch() {
  deviceMemory_.open();
  protect(false);
  watchHostAccesses(nullptr, nullptr);
  watch = nullptr;
}

void HostWatch::choosePages(const std::vector<const Allocation*>& shared) {
  pages_.clear();
  order_.eachPage([&](uint64_t page, bool writes) {
    const auto meets = [&](const Allocation* one) {
      return one->base < page + Footprint::pageBytes && page < one->base + one->size;
    };
    const auto next = std::upper_bound(shared.begin(), shared.end(), page + Footprint::pageBytes - 1,
                                       [](uint64_t at, const Allocation* one) { return at < one->base; });
    if (next != shared.begin() && meets(*std::prev(next))) pages_.push_back({page, !writes});
  });
  std::sort(pages_.begin(), pages_.end(), [](const Page& a, const Page& b) {
    return a.address != b.address ? a.address < b.address : !a.readable && b.readable;
  });
  pages_.erase(
      std::unique(pages_.begin(), pages_.end(), [](const Page& a, const Page& b) { return a.address == b.address; }),
      pages_.end());
  if (pages_.size() > mostPages) pages_.resize(mostPages);
}

bool HostWatch::protect(bool on) {
  // Neighbours at once.
  for (size_t i = 0; i < pages_.size();) {
    size_t end = i + 1;
    while (end < pages_.size() && pages_[end].readable == pages_[i].readable &&
           pages_[end].address == pages_[end - 1].address + Footprint::pageBytes)
      ++end;
    const int protection = !on ? PROT_READ | PROT_WRITE : pages_[i].readable ? PROT_READ : PROT_NONE;
    if (::mprotect(reinterpret_cast<void*>(pages_[i].address), (end - i) * Footprint::pageBytes, protection) != 0 && on)
      return false;
    i = end;
  }
  return true;
}

void HostWatch::hostGoesOn(const std::vector<const Allocation*>& shared, uint32_t site, bool inFlight) {
  if (ended_) return;
  if (!inFlight || shared.empty() || steps_ > mostSteps) {
    pages_.clear();
    version_ = ~uint64_t{0};
  } else if (version_ != order_.version() || sharedCount_ != shared.size()) {
    choosePages(shared);
    version_ = order_.version();
    sharedCount_ = shared.size();
  }
  armed_ = true;
  deviceMemory_.close(shared, site);
  if (protect(true)) return;
  protect(false);
  steps_ = mostSteps + 1;
}

std::vector<HostWatch::Touch> HostWatch::hostIsAway() {
  if (!armed_.exchange(false)) return {};
  protect(false);
  const uint32_t count = std::min<uint32_t>(touchCount_.exchange(0), static_cast<uint32_t>(touches_.size()));
  std::vector<Touch> touches(touches_.begin(), touches_.begin() + count);
  if (usesAtomics_.exchange(false))
    std::erase_if(touches, [&](const Touch& touch) { return order_.isAtomic(touch.access.address); });
  return touches;
}

const HostWatch::Page* HostWatch::pageAt(uint64_t address) const {
  const uint64_t start = address / Footprint::pageBytes * Footprint::pageBytes;
  const auto found = std::lower_bound(pages_.begin(), pages_.end(), start,
                                      [](const Page& page, uint64_t at) { return page.address < at; });
  return found != pages_.end() && found->address == start ? &*found : nullptr;
}

void HostWatch::noteMeant(const void* address) {
  meantAddress = reinterpret_cast<uint64_t>(address);
}

/// In a signal handler: takes no memory and no locks.
bool HostWatch::onFault(uint64_t address, bool writes, uint64_t programCounter, bool& step) {
  HostWatch* self = watch;
  if (self == nullptr || !self->arena_.contains(address)) return false;
  // Another thread has called the runtime meanwhile: nothing is protected any more.
  if (!self->armed_) return true;
  const Page* page = self->pageAt(address);
  if (page == nullptr) return self->deviceMemory_.noteTouch(address, writes, programCounter), true;
  setProtection(page->address, PROT_READ | PROT_WRITE);
  const StreamOrder::HostAccess access{address, writes, meantAddress == address};
  meantAddress = 0;
  if (!writes || access.meant) self->order_.hostReads(access);
  const bool isAtomic = self->order_.isAtomic(address);
  if (isAtomic && isLocked(programCounter)) self->usesAtomics_ = true;
  if (self->order_.meetsHost(access)) {
    const uint32_t number = self->touchCount_++;
    if (number < self->touches_.size()) self->touches_[number] = {programCounter, access};
    // Told once: the page stays open until the host calls the runtime. What is atomic may turn out to be meant.
    if (!isAtomic) return true;
  }
  if (++self->steps_ > mostSteps || stepping.count == stepping.pages.size()) return true;
  stepping.pages[stepping.count++] = page->address;
  step = true;
  return true;
}

void HostWatch::onStep() {
  HostWatch* self = watch;
  for (uint32_t i = 0; i < stepping.count; ++i) {
    const Page* page = self != nullptr && self->armed_ ? self->pageAt(stepping.pages[i]) : nullptr;
    if (page != nullptr) setProtection(page->address, page->readable ? PROT_READ : PROT_NONE);
  }
  stepping.count = 0;
}

}  // namespace warpwright::engine
