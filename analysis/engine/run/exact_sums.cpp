#include "analysis/engine/run/exact_sums.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <utility>

namespace warpwright::engine {

void ExactSum::add(double term) {
  if (!std::isfinite(term)) {
    special_ += term;
    return;
  }
  zero_ += term == 0 ? term : 0;
  size_t kept = 0;
  for (size_t i = 0; i < parts_.size(); ++i) {
    double other = parts_[i];
    if (std::fabs(term) < std::fabs(other)) std::swap(term, other);
    const double high = term + other, low = other - (high - term);
    if (low != 0) parts_[kept++] = low;
    term = high;
  }
  parts_.resize(kept);
  if (!std::isfinite(term)) {
    parts_.clear();
    special_ += term;
  } else if (term != 0) {
    parts_.push_back(term);
  }
}

double ExactSum::value() const {
  if (special_ != 0) return special_;  // NaN is unlike 0, too
  size_t left = parts_.size();
  if (left == 0) return zero_;
  double high = parts_[--left], low = 0;
  while (left > 0 && low == 0) {
    const double before = high, next = parts_[--left];
    high = before + next;
    low = next - (high - before);
  }
  // Half way between two doubles: what is left says to which of them.
  if (left > 0 && (low < 0) == (parts_[left - 1] < 0) && low != 0) {
    const double twice = low * 2, further = high + twice;
    if (twice == further - high) high = further;
  }
  return high;
}

template <typename Bits, typename Widen, typename Narrow>
Bits ExactSums::addBits(Bits* address, double term, Widen widen, Narrow narrow) {
  const auto place = reinterpret_cast<uint64_t>(address);
  std::atomic_ref<Bits> memory(*address);
  memory.fetch_or(0);  // a fault ends the thread here, where it holds no lock
  Part& part = partOf(place);
  const std::lock_guard lock(part.mutex);
  const Bits before = memory.load();
  const auto found = part.kept.find(place);
  const bool isKept = found != part.kept.end() && found->second.bits == before;
  Kept kept = isKept ? std::move(found->second) : Kept();
  if (!isKept) kept.begin(widen(before));
  kept.add(term);
  const Bits after = narrow(kept.sum.value());
  memory.store(after);
  const bool isExact = kept.sum.isRounded() && widen(after) == kept.sum.value();
  part.hasRounded = part.hasRounded || !isExact;
  if (keepsBounds_) part.added.insert(place);
  if (isExact && !keepsBounds_) {
    if (found != part.kept.end()) part.kept.erase(found);
  } else {
    kept.bits = after;
    kept.bytes = sizeof(Bits);
    part.kept.insert_or_assign(place, std::move(kept));
  }
  return before;
}

void ExactSums::Kept::begin(double before) {
  sum.add(before);
  magnitude = std::fabs(before);
}

void ExactSums::Kept::add(double term) {
  sum.add(term);
  magnitude += std::fabs(term);
  ++terms;
}

/// n additions in any groups lie within n·u / (1 - n·u) of the sum of magnitudes from the true sum, where u is half of
/// the last digit of 1 (N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 4.2). Of many additions
/// roundings cancel: without a reason to go one way they stay within a few √n·u (N. J. Higham, T. Mary, *A New Approach
/// to Probabilistic Rounding Error Analysis*, 2019), and what goes further may be a mistake. Four more roundings: into
/// and out of doubles, for this sum and for one that is made exactly of parts.
double ExactSums::Kept::bound() const {
  constexpr double few = 8;
  const double roundings = static_cast<double>(terms) + 4, unit = bytes == sizeof(float) ? 0x1p-24 : 0x1p-53;
  if (roundings * unit >= 0.5 || !std::isfinite(magnitude)) return 0;
  const double share = std::min(roundings * unit / (1 - roundings * unit), few * std::sqrt(roundings) * unit);
  // The magnitudes were added in doubles: they may be more by as many roundings.
  return share * magnitude * (1 + roundings * 0x1p-51);
}

std::vector<BoundedSum> ExactSums::takeBounds() {
  std::vector<BoundedSum> bounds;
  for (Part& part : parts_) {
    const std::lock_guard lock(part.mutex);
    for (const uint64_t place : part.added) {
      const Kept& kept = part.kept.at(place);
      bounds.push_back({place, kept.bytes, kept.bits, kept.bound()});
    }
    part.added.clear();
  }
  return bounds;
}

template <>
float ExactSums::add(float* address, float term) {
  const auto widen = [](uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits)); };
  const auto narrow = [](double value) { return std::bit_cast<uint32_t>(static_cast<float>(value)); };
  return std::bit_cast<float>(addBits(reinterpret_cast<uint32_t*>(address), term, widen, narrow));
}

template <>
double ExactSums::add(double* address, double term) {
  const auto widen = [](uint64_t bits) { return std::bit_cast<double>(bits); };
  const auto narrow = [](double value) { return std::bit_cast<uint64_t>(value); };
  return std::bit_cast<double>(addBits(reinterpret_cast<uint64_t*>(address), term, widen, narrow));
}

bool ExactSums::hasRounded() const {
  for (const Part& part : parts_) {
    const std::lock_guard lock(part.mutex);
    if (part.hasRounded) return true;
  }
  return false;
}

}  // namespace warpwright::engine
