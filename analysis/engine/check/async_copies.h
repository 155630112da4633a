#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpwright::engine {

/// Asynchronous copies into the shared memory of a running block (cp.async) that their threads have not waited for:
/// until then, nobody may touch what they write, or write what they read. By words of 4 bytes, as such copies go.
class AsyncCopies {
 public:
  struct Copy {
    uint32_t thread = 0, site = 0, group = 0;
    uint64_t offset = 0, bytes = 0;
    uint64_t source = 0, read = 0;  ///< where from, and how many bytes are read there
  };

  /// `sharedBytes` of a block.
  explicit AsyncCopies(uint64_t sharedBytes) : words_(sharedBytes / 4), threads_(1024), sources_(lines) {}
  /// A block begins.
  void clear();
  void begin(const Copy& copy);
  /// What the thread has begun since is one group.
  void commit(uint32_t thread) { ++threads_[thread].groups; }
  /// The thread waits for all its groups but the last `left`; all ones: also for what is in none. Gives what is there
  /// now.
  std::vector<Copy> wait(uint32_t thread, uint32_t left);

  bool any() const { return open_ != 0; }
  /// The copy that is under way to some of these bytes; null: none.
  const Copy* at(uint64_t offset, uint64_t bytes) const;
  /// The copy that is under way from some of these bytes; null: none.
  const Copy* from(uint64_t address, uint64_t bytes) const;

 private:
  static constexpr uint64_t line = 64;
  /// Counts the copies that are under way from the lines of these bytes, those of several lines together.
  void countLines(uint64_t source, uint64_t bytes, int by);
  static uint64_t lineOf(uint64_t address) { return (address / line) % lines; }

  struct Thread {
    std::vector<Copy> open;
    uint32_t groups = 0;
  };
  std::vector<uint16_t> words_;  ///< of each word: whose copy is under way to it, plus 1; 0: nobody's
  std::vector<Thread> threads_;
  static constexpr uint64_t lines = 4096;
  std::vector<uint32_t> sources_;
  std::size_t open_ = 0;
};

}  // namespace warpwright::engine
