#include "analysis/engine/run/exact_sums.h"

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
  if (left == 0) return 0;
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
  ExactSum sum = isKept ? std::move(found->second.sum) : ExactSum();
  if (!isKept) sum.add(widen(before));
  sum.add(term);
  const Bits after = narrow(sum.value());
  memory.store(after);
  const bool isExact = sum.isRounded() && widen(after) == sum.value();
  if (isExact) {
    if (found != part.kept.end()) part.kept.erase(found);
  } else {
    part.hasRounded = true;
    part.kept.insert_or_assign(place, Kept{std::move(sum), after});
  }
  return before;
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
