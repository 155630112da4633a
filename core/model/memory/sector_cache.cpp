#include "core/model/memory/sector_cache.h"

#include <algorithm>

namespace warpwright::memsim {

SectorCache::SectorCache(uint64_t bytes, uint32_t ways, uint32_t fillSectors)
    : sets_(bytes / lineBytes / std::max(1u, ways)), ways_(ways), fillSectors_(fillSectors) {
  if (sets_ == 0 && bytes >= lineBytes) {
    sets_ = 1;
    ways_ = static_cast<uint32_t>(bytes / lineBytes);
  }
  lines_.resize(sets_ * ways_);
}

size_t SectorCache::setOf(uint64_t line) const {
  // Real caches hash as well: a power of two as stride does not fall into one set.
  uint64_t mixed = line ^ line >> 13;
  mixed *= 0x9E3779B97F4A7C15ull;
  return static_cast<size_t>((mixed >> 32) * sets_ >> 32) * ways_;
}

SectorCache::Way* SectorCache::find(uint64_t line) {
  Way* way = lines_.data() + setOf(line);
  for (uint32_t i = 0; i < ways_; ++i, ++way) {
    if (way->tag == line) return way;
  }
  return nullptr;
}

SectorCache::Outcome SectorCache::access(LineAccess line, bool dirty, Retention retention) {
  if (sets_ == 0) return {};
  Way* const set = lines_.data() + setOf(line.line);
  Way* victim = set;
  Way* way = nullptr;
  for (Way* next = set; next != set + ways_; ++next) {
    if (next->tag == line.line) {
      way = next;
      break;
    }
    const bool sooner = next->tag == none                      ? victim->tag != none || next->age < victim->age
                        : victim->tag == none                  ? false
                        : next->retention != victim->retention ? next->retention < victim->retention
                                                               : next->age < victim->age;
    if (sooner) victim = next;
  }
  Outcome outcome;
  if (way == nullptr) {
    way = victim;
    outcome.evictedDirty = way->dirty;
    *way = {line.line, 0, 0, 0, retention};
  }
  outcome.hit = way->valid & line.sectors;
  way->age = ++clock_;
  way->valid |= fillSectors_ > 1 && outcome.hit != line.sectors ? uint8_t{15} : line.sectors;
  if (dirty) way->dirty |= line.sectors;
  return outcome;
}

uint8_t SectorCache::peek(LineAccess line) const {
  if (sets_ == 0) return 0;
  const Way* way = const_cast<SectorCache*>(this)->find(line.line);
  return way != nullptr ? way->valid & line.sectors : uint8_t{0};
}

void SectorCache::drop(LineAccess line) {
  if (sets_ == 0) return;
  if (Way* way = find(line.line)) way->valid &= static_cast<uint8_t>(~line.sectors);
}

void SectorCache::clear() {
  std::fill(lines_.begin(), lines_.end(), Way{});
  clock_ = 0;
}

}  // namespace warpwright::memsim
