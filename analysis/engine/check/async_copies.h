#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpwright::engine {

/// Asynchronous copies into the shared memory of a running block (cp.async) that their threads have not waited for:
/// until then, nobody may touch what they write. By words of 4 bytes, as such copies go.
class AsyncCopies {
 public:
  struct Copy {
    uint32_t thread = 0, site = 0, group = 0;
    uint64_t offset = 0, bytes = 0;
  };

  /// `sharedBytes` of a block.
  explicit AsyncCopies(uint64_t sharedBytes) : words_(sharedBytes / 4), threads_(1024) {}
  /// A block begins.
  void clear();
  void begin(uint32_t thread, uint32_t site, uint64_t offset, uint64_t bytes);
  /// What the thread has begun since is one group.
  void commit(uint32_t thread) { ++threads_[thread].groups; }
  /// The thread waits for all its groups but the last `left`; all ones: also for what is in none. Gives what is there
  /// now.
  std::vector<Copy> wait(uint32_t thread, uint32_t left);

  bool any() const { return open_ != 0; }
  /// The copy that is under way to some of these bytes; null: none.
  const Copy* at(uint64_t offset, uint64_t bytes) const;

 private:
  struct Thread {
    std::vector<Copy> open;
    uint32_t groups = 0;
  };
  std::vector<uint16_t> words_;  ///< of each word: whose copy is under way to it, plus 1; 0: nobody's
  std::vector<Thread> threads_;
  std::size_t open_ = 0;
};

}  // namespace warpwright::engine
