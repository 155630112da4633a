#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace warpwright::engine {

/// A sum of doubles that loses nothing: parts that do not overlap, smallest first (J. R. Shewchuk, *Adaptive Precision
/// Floating-Point Arithmetic*, 1997). It does not depend on the order of its terms, except where they overflow on the
/// way.
class ExactSum {
 public:
  void add(double term);
  /// The sum, rounded once to nearest. Infinities and NaNs among the terms: what adding them gives in any order.
  double value() const;
  /// Is it a double? Then nothing but its value need be kept.
  bool isRounded() const { return parts_.size() <= 1 && special_ == 0; }

 private:
  std::vector<double> parts_;
  double special_ = 0;  ///< sum of the terms that are no finite numbers
};

/// Sums that atomics make of floating-point numbers, rounded only where somebody reads them: so they are the same
/// whatever the order of the threads, which the program leaves open. Two programs that add the same numbers to the same
/// place are then seen to do so. What a place holds stays in memory; beside it is kept what rounding has lost, as long
/// as nothing else is written there. For use from several threads.
class ExactSums {
 public:
  /// Adds to the number at `address`; gives what was there. `Number`: float or double.
  template <typename Number>
  Number add(Number* address, Number term);
  /// Has a sum lost anything by rounding, so that its order might have been seen?
  bool hasRounded() const;

 private:
  struct Kept {
    ExactSum sum;
    uint64_t bits = 0;  ///< what memory held when it was last added to
  };
  struct Part {
    mutable std::mutex mutex;
    std::unordered_map<uint64_t, Kept> kept;
    bool hasRounded = false;
  };
  template <typename Bits, typename Widen, typename Narrow>
  Bits addBits(Bits* address, double term, Widen widen, Narrow narrow);
  Part& partOf(uint64_t address) { return parts_[(address >> 3) % parts_.size()]; }

  std::array<Part, 64> parts_;
};

}  // namespace warpwright::engine
