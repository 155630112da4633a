#pragma once

#include <cstdint>
#include <memory>

#include "kernel_program.h"

namespace warpwright::testing {

/// Numbers that are the same in every run and on every machine.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x1234567) {}
  uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ * 0x2545f4914f6cdd1du >> 11;
  }
  int below(int bound) { return static_cast<int>(next() % static_cast<uint64_t>(bound)); }
  bool oneIn(int n) { return below(n) == 0; }

 private:
  uint64_t state_;
};

/// A small kernel with nested branches and loops, shared arrays of several shapes and element sizes, and subscripts
/// that are private to a thread often enough to be worth proving.
std::unique_ptr<KernelProgram> randomProgram(uint64_t seed);

/// Loops inside loops that all threads go through together, with barriers in any of them, and places that counters and
/// the thread decide: which rounds meet is all that matters.
std::unique_ptr<KernelProgram> randomRounds(uint64_t seed);

}  // namespace warpwright::testing
