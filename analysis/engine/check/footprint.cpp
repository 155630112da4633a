#include "analysis/engine/check/footprint.h"

#include <algorithm>
#include <bit>

namespace warpwright::engine {

Footprint::Page& Footprint::pageOf(uint64_t number) {
  Recent& recent = recent_[number % recent_.size()];
  if (recent.number == number) return *recent.page;
  std::unique_ptr<Page>& page = pages_[number];
  if (!page) page = std::make_unique<Page>();
  recent = {number, page.get()};
  return *page;
}

void Footprint::add(uint64_t address, uint64_t bytes, Access access) {
  hasMeant_ = hasMeant_ || access == Access::atomic || access == Access::flag;
  while (bytes != 0) {
    Bits& bits = pageOf(address / pageBytes).bits[static_cast<size_t>(access)];
    const uint64_t at = address % pageBytes, bit = at % 64;
    const uint64_t count = std::min(bytes, 64 - bit);
    bits[at / 64] |= (count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << bit;
    address += count;
    bytes -= count;
  }
}

void Footprint::merge(const Footprint& other) {
  hasMeant_ = hasMeant_ || other.hasMeant_;
  orders_ = orders_ || other.orders_;
  for (const auto& [number, page] : other.pages_) {
    Page& own = pageOf(number);
    for (size_t kind = 0; kind < own.bits.size(); ++kind) {
      for (size_t i = 0; i < words; ++i) own.bits[kind][i] |= page->bits[kind][i];
    }
  }
}

void Footprint::forget(uint64_t address, uint64_t bytes) {
  const uint64_t end = address + bytes;
  for (auto& [number, page] : pages_) {
    const uint64_t start = number * pageBytes;
    if (start + pageBytes <= address || start >= end) continue;
    for (uint64_t i = std::max(start, address); i < std::min(start + pageBytes, end); ++i) {
      for (Bits& bits : page->bits) bits[(i - start) / 64] &= ~(uint64_t{1} << (i - start) % 64);
    }
  }
}

bool Footprint::has(uint64_t address, Access access) const {
  const auto found = pages_.find(address / pageBytes);
  if (found == pages_.end()) return false;
  const uint64_t at = address % pageBytes;
  return (found->second->bits[static_cast<size_t>(access)][at / 64] >> at % 64 & 1) != 0;
}

std::optional<uint64_t> Footprint::firstIn(uint64_t address, uint64_t bytes) const {
  const uint64_t end = address + bytes;
  std::optional<uint64_t> first;
  for (uint64_t number = address / pageBytes; bytes != 0 && number <= (end - 1) / pageBytes && !first; ++number) {
    const auto found = pages_.find(number);
    for (size_t i = 0; found != pages_.end() && i < words && !first; ++i) {
      const auto& bits = found->second->bits;
      uint64_t touched = bits[0][i] | bits[1][i] | bits[2][i] | bits[3][i];
      for (; touched != 0 && !first; touched &= touched - 1) {
        const uint64_t at = number * pageBytes + i * 64 + static_cast<uint64_t>(std::countr_zero(touched));
        if (at >= address && at < end) first = at;
      }
    }
  }
  return first;
}

std::optional<uint64_t> Footprint::conflict(const Footprint& other) const {
  constexpr size_t read = 0, write = 1, atomic = 2, flag = 3;
  std::optional<uint64_t> first;
  for (const auto& [number, page] : pages_) {
    const auto found = other.pages_.find(number);
    if (found == other.pages_.end()) continue;
    const auto &own = page->bits, &others = found->second->bits;
    for (size_t i = 0; i < words; ++i) {
      const uint64_t meant = (own[atomic][i] | own[flag][i]) & (others[atomic][i] | others[flag][i]);
      if (meant != 0 && (orders_ || other.orders_)) return std::nullopt;
      const uint64_t ownWrites = own[write][i] | own[atomic][i] | own[flag][i];
      const uint64_t othersWrite = others[write][i] | others[atomic][i] | others[flag][i];
      const uint64_t meets = (ownWrites & (othersWrite | others[read][i])) | ((ownWrites | own[read][i]) & othersWrite);
      const uint64_t racing = meets & ~(meant & ~(own[write][i] | others[write][i]));
      if (racing == 0) continue;
      const uint64_t address = number * pageBytes + i * 64 + static_cast<uint64_t>(std::countr_zero(racing));
      if (!first || address < *first) first = address;
    }
  }
  return first;
}

void Footprint::eachPage(const std::function<void(uint64_t, bool)>& take) const {
  for (const auto& [number, page] : pages_) {
    bool reads = false, writes = false;
    for (size_t i = 0; i < words; ++i) {
      reads = reads || page->bits[0][i] != 0;
      writes = writes || (page->bits[1][i] | page->bits[2][i] | page->bits[3][i]) != 0;
    }
    if (reads || writes) take(number * pageBytes, writes);
  }
}

}  // namespace warpwright::engine
