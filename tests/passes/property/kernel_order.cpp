#include "tests/passes/property/kernel_order.h"

#include <algorithm>
#include <cctype>

namespace {

bool namesCounter(const std::string& place) {
  for (size_t i = 0; i + 1 < place.size(); ++i) {
    const bool starts = i == 0 || std::isalnum(static_cast<unsigned char>(place[i - 1])) == 0;
    if (starts && place[i] == 'i' && std::isdigit(static_cast<unsigned char>(place[i + 1])) != 0) return true;
  }
  return false;
}

bool clash(const MemoryTouch& a, const MemoryTouch& b, bool otherRound) {
  if (a.memory != b.memory || !(a.writes || b.writes) || (!a.update.empty() && a.update == b.update)) return false;
  const bool samePlace = !a.place.empty() && a.place == b.place;
  return !samePlace || (otherRound && namesCounter(a.place));
}

bool clashes(const std::vector<MemoryTouch>& all, const MemoryTouch& next, bool otherRound) {
  return std::any_of(all.begin(), all.end(), [&](const MemoryTouch& one) { return clash(one, next, otherRound); });
}

}  // namespace

bool KernelOrder::needsBarrier(const MemoryTouch& next) const {
  return clashes(pending_, next, false);
}

void KernelOrder::touch(const MemoryTouch& next) {
  pending_.push_back(next);
  for (Region& region : regions_) {
    if (region.isLoop && region.isOpen) region.first.push_back(next);
  }
}

void KernelOrder::barrier() {
  pending_.clear();
  if (!regions_.empty()) regions_.back().isOpen = false;  // the ones around may pass this one by
}

void KernelOrder::barrierLeftOut() {
  std::erase_if(pending_, [](const MemoryTouch& touch) { return touch.update.empty(); });
}

void KernelOrder::enter(bool isLoop) {
  regions_.push_back({isLoop, true, pending_, {}});
}

bool KernelOrder::nextRoundNeedsBarrier() const {
  const Region& region = regions_.back();
  return std::any_of(region.first.begin(), region.first.end(),
                     [&](const MemoryTouch& first) { return clashes(pending_, first, true); });
}

void KernelOrder::leave() {
  const std::vector<MemoryTouch>& before = regions_.back().before;
  pending_.insert(pending_.end(), before.begin(), before.end());
  regions_.pop_back();
}
