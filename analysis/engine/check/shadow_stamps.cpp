#include "analysis/engine/check/shadow_stamps.h"

namespace warpwright::engine {

std::unique_ptr<ShadowStamps> ShadowStamps::create(uint64_t places) {
  static_assert(sizeof(Row) == 40);
  std::unique_ptr<ShadowStamps> made(new ShadowStamps((places + rowPlaces - 1) / rowPlaces));
  return made->rows_ && made->each_ ? std::move(made) : nullptr;
}

void ShadowStamps::clear() {
  rows_.clear();
  each_.clear();
}

Stamp ShadowStamps::of(uint64_t place) const {
  const Row& row = rows_[place / rowPlaces];
  if (row.runs[0].shift == wide) return each_[place];
  const auto i = static_cast<uint32_t>(place % rowPlaces);
  const uint32_t bit = 1u << i;
  for (const Run& run : row.runs) {
    if ((run.places & bit) != 0)
      return run.number << 6 | ((row.noted & bit) != 0 ? notedStamp : 0) | ((i + run.shift) & 63);
  }
  return (row.split & bit) != 0 ? splitStamp : 0;
}

void ShadowStamps::set(uint64_t place, Stamp stamp) {
  Row& row = rows_[place / rowPlaces];
  if (row.runs[0].shift == wide) {
    each_[place] = stamp;
    return;
  }
  const auto i = static_cast<uint32_t>(place % rowPlaces);
  const uint32_t bit = 1u << i, number = stamp >> 6, shift = ((stamp & 31) - i) & 63;
  const bool splits = stamp == splitStamp;
  Run* home = nullptr;
  for (Run& run : row.runs) {
    run.places = run.number < oldest_ ? 0 : run.places & ~bit;
    const bool same = run.places != 0 && run.number == number && run.shift == shift;
    if (same || (run.places == 0 && home == nullptr)) home = &run;
  }
  row.split = splits ? row.split | bit : row.split & ~bit;
  row.noted = (stamp & notedStamp) != 0 && !splits ? row.noted | bit : row.noted & ~bit;
  if (splits || stamp == 0) return;
  if (home == nullptr) {
    widen(place / rowPlaces);
    each_[place] = stamp;
    return;
  }
  home->number = number;
  home->shift = shift;
  home->places |= bit;
}

void ShadowStamps::widen(uint64_t row) {
  for (uint64_t place = row * rowPlaces; place < (row + 1) * rowPlaces; ++place) each_[place] = of(place);
  rows_[row].runs[0].shift = wide;
}

}  // namespace warpwright::engine
