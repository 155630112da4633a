#include "analysis/engine/run/fiber_stacks.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <mutex>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace warpwright::engine {

namespace {
constexpr size_t guardBytes = 4096;
constexpr size_t colours = 16, colourStep = 192;  // three cache lines: 64 stacks spread over most sets

/// The limit of a program's host memory counts addresses, and stacks take many of those and little memory: a launch
/// with all blocks there at once, more than the limit. It moves by what is reserved here.
void moveAddressLimit(int64_t bytes) {
  static std::mutex mutex;  // the limit is the process's, too
  const std::lock_guard lock(mutex);
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  limit.rlim_cur += static_cast<rlim_t>(bytes);
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_cur > limit.rlim_max) return;
  setrlimit(RLIMIT_AS, &limit);
}

}  // namespace

FiberStacks::~FiberStacks() {
  release();
}

void FiberStacks::release() {
  if (base_ != 0) {
#ifdef __SANITIZE_ADDRESS__
    // The next one to map these addresses has nothing to do with frames that were left here.
    __asan_unpoison_memory_region(reinterpret_cast<void*>(base_), bytes_);
#endif
    munmap(reinterpret_cast<void*>(base_), bytes_);
    moveAddressLimit(-static_cast<int64_t>(bytes_));
  }
  base_ = bytes_ = 0;
  count_ = 0;
}

bool FiberStacks::reserve(uint32_t count, size_t bytes, bool guarded) {
  bytes = (bytes + colours * colourStep + 4095) / 4096 * 4096;
  if (count <= count_ && bytes <= stackBytes_ && (guarded_ || !guarded)) return true;
  if (count < count_) count = count_;
  if (bytes < stackBytes_) bytes = stackBytes_;
  release();
  const size_t step = bytes + guardBytes;
  moveAddressLimit(static_cast<int64_t>(step * count));
  void* memory =
      mmap(nullptr, step * count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return moveAddressLimit(-static_cast<int64_t>(step * count)), false;
  base_ = reinterpret_cast<uint64_t>(memory);
  bytes_ = step * count;
  count_ = count;
  stackBytes_ = bytes;
  guarded_ = guarded;
  for (uint32_t i = 0; i < (guarded ? count : 1); ++i)
    if (mprotect(reinterpret_cast<void*>(base_ + i * step), guardBytes, PROT_NONE) != 0) return release(), false;
  return true;
}

bool FiberStacks::isGuard(uint64_t address) const {
  return contains(address) && (address - base_) % (stackBytes_ + guardBytes) < guardBytes;
}

void* FiberStacks::start(uint32_t index, void (*entry)(void*), void* argument) {
  const uint64_t end = base_ + (index + 1) * (stackBytes_ + guardBytes);
  const uint64_t top = end - (index % colours) * colourStep;
#ifdef __SANITIZE_ADDRESS__
  // Who ran here before may have been left in the middle of a call: its frames are no one's any more.
  __asan_unpoison_memory_region(reinterpret_cast<void*>(end - stackBytes_), stackBytes_);
#endif
  auto* frame = reinterpret_cast<uint64_t*>(top) - 9;  // aligned to 16 bytes at the call in engineStartContext
  frame[0] = frame[1] = 0;                             // r15 r14
  frame[2] = reinterpret_cast<uint64_t>(argument);     // r13
  frame[3] = reinterpret_cast<uint64_t>(entry);        // r12
  frame[4] = frame[5] = 0;                             // rbx rbp
  frame[6] = reinterpret_cast<uint64_t>(&engineStartContext);
  frame[7] = frame[8] = 0;
  return frame;
}

#ifdef __SANITIZE_ADDRESS__
// All stacks count as one: threads of a block switch among themselves without a word.
OnFiberStacks::OnFiberStacks(const FiberStacks& stacks) {
  __sanitizer_start_switch_fiber(&unused_, reinterpret_cast<void*>(stacks.base()), stacks.bytes());
}
OnFiberStacks::~OnFiberStacks() {
  const void* own = nullptr;
  size_t bytes = 0;
  __sanitizer_finish_switch_fiber(unused_, &own, &bytes);
  __sanitizer_start_switch_fiber(&unused_, own, bytes);
  __sanitizer_finish_switch_fiber(unused_, nullptr, nullptr);
}
#else
OnFiberStacks::OnFiberStacks(const FiberStacks&) {}
OnFiberStacks::~OnFiberStacks() = default;
#endif

}  // namespace warpwright::engine
