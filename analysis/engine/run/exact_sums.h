#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
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
  double zero_ = -0.0;  ///< what a sum without parts is: -0 where all terms were
};

/// A sum in memory, and how far it may lie from one that adds the same numbers in other groups.
struct BoundedSum {
  uint64_t address = 0;
  uint32_t bytes = 0;
  uint64_t bits = 0;  ///< what memory held when it was last added to
  double bound = 0;
};

/// Sums that atomics make of floating-point numbers, rounded only where somebody reads them: so they are the same
/// whatever the order of the threads, which the program leaves open. Two programs that add the same numbers to the same
/// place are then seen to do so. What a place holds stays in memory; beside it is kept what rounding has lost, as long
/// as nothing else is written there. For use from several threads.
class ExactSums {
 public:
  /// `keepsBounds`: `takeBounds` will ask for them.
  explicit ExactSums(bool keepsBounds = false) : keepsBounds_(keepsBounds) {}
  /// Adds to the number at `address`; gives what was there. `Number`: float or double.
  template <typename Number>
  Number add(Number* address, Number term);
  /// Has a sum lost anything by rounding, so that its order might have been seen?
  bool hasRounded() const;
  /// Of the places that were added to since it was last asked.
  std::vector<BoundedSum> takeBounds();

 private:
  struct Kept {
    ExactSum sum;
    uint64_t bits = 0;  ///< what memory held when it was last added to
    uint32_t bytes = 0;
    uint64_t terms = 0;    ///< that were added, since the place was last written in another way
    double magnitude = 0;  ///< sum of the magnitudes of these, and of what was there before

    void begin(double before);
    void add(double term);
    /// 0: nothing is known, there are too many terms.
    double bound() const;
  };
  struct Part {
    mutable std::mutex mutex;
    std::unordered_map<uint64_t, Kept> kept;
    std::unordered_set<uint64_t> added;  ///< places, since takeBounds
    bool hasRounded = false;
  };
  template <typename Bits, typename Widen, typename Narrow>
  Bits addBits(Bits* address, double term, Widen widen, Narrow narrow);
  Part& partOf(uint64_t address) { return parts_[(address >> 3) % parts_.size()]; }

  const bool keepsBounds_;
  std::array<Part, 64> parts_;
};

}  // namespace warpwright::engine
