#pragma once

#include <cstddef>
#include <cstdint>

namespace warpwright::engine {

/// Stacks for the threads of a block, each with a guard page below it; memory is taken as it is touched. Tops are
/// shifted against each other, so that the hot ends of neighbouring stacks do not share cache sets.
class FiberStacks {
 public:
  FiberStacks() = default;
  FiberStacks(const FiberStacks&) = delete;
  FiberStacks& operator=(const FiberStacks&) = delete;
  ~FiberStacks();

  /// At least `count` stacks of at least `bytes` each. Keeps larger ones. False: no memory. Without `guarded` only the
  /// first stack has a guard page: each one is a mapping of its own, and a process has a limited number.
  bool reserve(uint32_t count, size_t bytes, bool guarded = true);
  /// A stack pointer that, switched to, calls `entry(argument)` on stack `index`.
  void* start(uint32_t index, void (*entry)(void*), void* argument);
  uint64_t base() const { return base_; }
  uint64_t bytes() const { return bytes_; }
  bool contains(uint64_t address) const { return address - base_ < bytes_; }
  /// True in the guard page of a stack: it overflowed.
  bool isGuard(uint64_t address) const;

 private:
  void release();
  uint64_t base_ = 0, bytes_ = 0;
  uint32_t count_ = 0;
  bool guarded_ = false;
  size_t stackBytes_ = 0;
};

/// While it lives the calling thread runs on these stacks, or is on its way. In builds with the address sanitizer that
/// is told to it, which else takes every call that does not return for a stack gone wrong; in others it does nothing.
class OnFiberStacks {
 public:
  explicit OnFiberStacks(const FiberStacks& stacks);
  OnFiberStacks(const OnFiberStacks&) = delete;
  OnFiberStacks& operator=(const OnFiberStacks&) = delete;
  ~OnFiberStacks();

 private:
  void* unused_ = nullptr;
};

}  // namespace warpwright::engine

extern "C" {
void engineSwitchContext(void** save, void* load);
void engineResumeContext();
void engineStartContext();
}
