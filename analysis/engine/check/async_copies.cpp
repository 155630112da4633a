#include "analysis/engine/check/async_copies.h"

#include <algorithm>

namespace warpwright::engine {

void AsyncCopies::clear() {
  for (uint32_t thread = 0; thread < threads_.size(); ++thread) {
    if (!threads_[thread].open.empty()) wait(thread, ~0u);
    threads_[thread].groups = 0;
  }
}

void AsyncCopies::begin(const Copy& copy) {
  const uint64_t words = (copy.bytes + 3) / 4;
  if (copy.bytes == 0 || copy.offset / 4 + words > words_.size()) return;
  Thread& of = threads_[copy.thread];
  of.open.push_back(copy);
  of.open.back().group = of.groups;
  ++open_;
  std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(copy.offset / 4), words,
              static_cast<uint16_t>(copy.thread + 1));
  countLines(copy.source, copy.read, 1);
}

void AsyncCopies::countLines(uint64_t source, uint64_t bytes, int by) {
  if (bytes == 0) return;
  for (uint64_t at = source / line; at <= (source + bytes - 1) / line; ++at)
    sources_[lineOf(at * line)] += static_cast<uint32_t>(by);
}

std::vector<AsyncCopies::Copy> AsyncCopies::wait(uint32_t thread, uint32_t left) {
  Thread& of = threads_[thread];
  const auto isOpen = [&](const Copy& copy) { return left != ~0u && uint64_t{copy.group} + left >= of.groups; };
  const auto firstDone = std::stable_partition(of.open.begin(), of.open.end(), isOpen);
  std::vector<Copy> done(firstDone, of.open.end());
  of.open.erase(firstDone, of.open.end());
  open_ -= done.size();
  for (const Copy& copy : done) {
    countLines(copy.source, copy.read, -1);
    for (uint64_t word = copy.offset / 4; word < (copy.offset + copy.bytes + 3) / 4; ++word) {
      if (words_[word] == thread + 1) words_[word] = 0;
    }
  }
  return done;
}

const AsyncCopies::Copy* AsyncCopies::at(uint64_t offset, uint64_t bytes) const {
  for (uint64_t word = offset / 4; word < std::min<uint64_t>((offset + bytes + 3) / 4, words_.size()); ++word) {
    if (words_[word] == 0) continue;
    for (const Copy& copy : threads_[words_[word] - 1u].open) {
      if (word >= copy.offset / 4 && word < (copy.offset + copy.bytes + 3) / 4) return &copy;
    }
  }
  return nullptr;
}

const AsyncCopies::Copy* AsyncCopies::from(uint64_t address, uint64_t bytes) const {
  bool mayBe = false;
  for (uint64_t at = address / line; at <= (address + bytes - 1) / line && !mayBe; ++at)
    mayBe = sources_[lineOf(at * line)] != 0;
  if (!mayBe) return nullptr;
  for (const Thread& of : threads_) {
    for (const Copy& copy : of.open) {
      if (copy.read != 0 && address < copy.source + copy.read && copy.source < address + bytes) return &copy;
    }
  }
  return nullptr;
}

}  // namespace warpwright::engine
