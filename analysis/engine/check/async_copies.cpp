#include "analysis/engine/check/async_copies.h"

#include <algorithm>

namespace warpwright::engine {

void AsyncCopies::clear() {
  for (uint32_t thread = 0; thread < threads_.size(); ++thread) {
    if (!threads_[thread].open.empty()) wait(thread, ~0u);
    threads_[thread].groups = 0;
  }
}

void AsyncCopies::begin(uint32_t thread, uint32_t site, uint64_t offset, uint64_t bytes) {
  const uint64_t words = (bytes + 3) / 4;
  if (bytes == 0 || offset / 4 + words > words_.size()) return;
  threads_[thread].open.push_back({thread, site, threads_[thread].groups, offset, bytes});
  ++open_;
  std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(offset / 4), words, static_cast<uint16_t>(thread + 1));
}

std::vector<AsyncCopies::Copy> AsyncCopies::wait(uint32_t thread, uint32_t left) {
  Thread& of = threads_[thread];
  const auto isOpen = [&](const Copy& copy) { return left != ~0u && uint64_t{copy.group} + left >= of.groups; };
  const auto firstDone = std::stable_partition(of.open.begin(), of.open.end(), isOpen);
  std::vector<Copy> done(firstDone, of.open.end());
  of.open.erase(firstDone, of.open.end());
  open_ -= done.size();
  for (const Copy& copy : done) {
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

}  // namespace warpwright::engine
