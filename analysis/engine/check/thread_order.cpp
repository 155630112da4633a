#include "analysis/engine/check/thread_order.h"

#include <bit>

namespace warpwright::engine {

void ThreadOrder::meet(uint32_t warp, uint32_t named, uint32_t all) {
  Warp& of = warps_[warp];
  ++of.time;
  if (hasClocks_) shareClocks(warp, named & all);
  if ((named & all) == all) {
    of.together = of.time;
    return;
  }
  if (!of.known) of.known = std::make_unique<Known>();
  // What one of them knows of others, all know from here on.
  std::array<uint32_t, lanes> merged{};
  for (uint32_t m = named; m != 0; m &= m - 1) {
    const auto& known = (*of.known)[static_cast<std::size_t>(std::countr_zero(m))];
    for (uint32_t i = 0; i < lanes; ++i) merged[i] = std::max(merged[i], known[i]);
  }
  for (uint32_t m = named; m != 0; m &= m - 1) merged[static_cast<std::size_t>(std::countr_zero(m))] = of.time;
  for (uint32_t m = named; m != 0; m &= m - 1) (*of.known)[static_cast<std::size_t>(std::countr_zero(m))] = merged;
}

void ThreadOrder::join(Clock& into, const Clock& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

/// What one of these lanes knows by barriers of some threads, all know from here on.
void ThreadOrder::shareClocks(uint32_t warp, uint32_t named) {
  Clock known;
  std::shared_ptr<const Clock> last;
  for (uint32_t m = named; m != 0; m &= m - 1) {
    const auto& clock = clocks_[warp * lanes + static_cast<std::size_t>(std::countr_zero(m))];
    if (clock == nullptr || clock == last) continue;
    known.resize(clocks_.size());
    join(known, *clock);
    last = clock;
  }
  if (known.empty()) return;
  const auto shared = std::make_shared<const Clock>(std::move(known));
  for (uint32_t m = named; m != 0; m &= m - 1)
    clocks_[warp * lanes + static_cast<std::size_t>(std::countr_zero(m))] = shared;
}

void ThreadOrder::arrive(Meeting& meeting, uint32_t thread) {
  const uint32_t warp = thread / lanes;
  Warp& of = warps_[warp];
  meeting.until_.resize(clocks_.size());
  meeting.left_ = false;
  if (const auto& clock = clocks_[thread]; clock != nullptr && clock != meeting.joined_) {
    join(meeting.until_, *clock);
    meeting.joined_ = clock;
  }
  uint32_t* until = &meeting.until_[warp * std::size_t{lanes}];
  for (uint32_t i = 0; i < lanes; ++i)
    until[i] = std::max({until[i], of.together, of.known ? (*of.known)[thread % lanes][i] : 0});
  until[thread % lanes] = ++of.time;
}

void ThreadOrder::leave(Meeting& meeting, uint32_t thread) {
  if (meeting.empty()) return;
  hasClocks_ = true;
  std::shared_ptr<const Clock>& clock = clocks_[thread];
  // Most come and go knowing the same.
  if (!meeting.left_ || meeting.before_ != clock) {
    Clock known = meeting.until_;
    if (clock != nullptr) join(known, *clock);
    meeting.before_ = clock;
    meeting.after_ = std::make_shared<const Clock>(std::move(known));
    meeting.left_ = true;
  }
  clock = meeting.after_;
}

void ThreadOrder::forget() {
  if (!hasClocks_) return;
  clocks_.fill(nullptr);
  hasClocks_ = false;
}

}  // namespace warpwright::engine
