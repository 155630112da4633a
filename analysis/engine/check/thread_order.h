#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpwright::engine {

/// What a thread of a block has fenced, and what it knows of the fences of others: of global memory in counts of all
/// fences, of shared memory in counts of its block's. A flag in either memory tells of both.
struct FenceTimes {
  uint32_t released = 0;         ///< when it fenced last: what it did before, others may come to know
  uint32_t releasedInBlock = 0;  ///< as `released`, for threads of its block
  uint32_t acquired = 0;         ///< up to when it knows what others have fenced
  uint32_t read = 0;             ///< up to when it will, once it has fenced: by flags that it has read
  uint32_t readInBlock = 0;      ///< as `read`, of flags that threads of its block have set
  bool releasedToHost = false;   ///< the host may come to know something
  uint32_t sharedReleased = 0;   ///< as `releasedInBlock`, of shared memory
  uint32_t sharedAcquired = 0;   ///< as `acquired`
  uint32_t sharedRead = 0;       ///< as `readInBlock`

  /// Somebody waits for others at a barrier: what they know, it knows.
  void join(const FenceTimes& other) {
    released = std::max(released, other.released);
    releasedInBlock = std::max(releasedInBlock, other.releasedInBlock);
    releasedToHost = releasedToHost || other.releasedToHost;
    acquired = std::max({acquired, other.acquired, other.read, other.readInBlock, read, readInBlock});
    sharedReleased = std::max(sharedReleased, other.sharedReleased);
    sharedAcquired = std::max({sharedAcquired, other.sharedAcquired, other.sharedRead, sharedRead});
  }
  /// What others of its block come to know by a flag that it sets: of global memory, and of shared.
  uint32_t told() const { return std::max(releasedInBlock, acquired); }
  uint32_t sharedTold() const { return std::max(sharedReleased, sharedAcquired); }
};

/// Which threads of a block have waited for each other: a warp barrier orders the lanes that its mask names, a barrier
/// of some threads of the block those that came to it, and neither orders others. Times of a warp count such barriers,
/// arrivals and fences of its lanes; they go on from block to block. Barriers of the whole block are no business of
/// this.
class ThreadOrder {
  /// Of each thread: before which time it is known what it did.
  using Clock = std::vector<uint32_t>;

 public:
  /// What those know who have come to a barrier of some threads.
  class Meeting {
   public:
    bool empty() const { return until_.empty(); }
    FenceTimes fences;

   private:
    friend class ThreadOrder;
    Clock until_;
    std::shared_ptr<const Clock> joined_;          ///< what came in last
    std::shared_ptr<const Clock> before_, after_;  ///< what the last to leave knew, and knows
    bool left_ = false;                            ///< somebody has left since the last arrival
  };

  /// When what lanes of the warp do from here on happens.
  uint32_t time(uint32_t warp) const { return warps_[warp].time; }
  /// A lane of the warp has fenced.
  void tick(uint32_t warp) { ++warps_[warp].time; }
  /// The lanes `named` wait for each other; the warp has the lanes `all`.
  void meet(uint32_t warp, uint32_t named, uint32_t all);
  /// The thread comes to a barrier of some threads of the block.
  void arrive(Meeting& meeting, uint32_t thread);
  /// The thread has waited there for all who came.
  void leave(Meeting& meeting, uint32_t thread);
  /// All threads have waited for each other, or are those of another block.
  void forget();

  /// True where what thread `earlier` did at `time` comes before what thread `later` does now.
  bool ordered(uint32_t earlier, uint32_t time, uint32_t later) const {
    if (hasClocks_ && clocks_[later] != nullptr && time < (*clocks_[later])[earlier]) return true;
    if (earlier / lanes != later / lanes) return false;
    const Warp& of = warps_[later / lanes];
    return time < of.together || (of.known && time < (*of.known)[later % lanes][earlier % lanes]);
  }

 private:
  static constexpr uint32_t lanes = 32, warps = 32;
  /// Of each lane: before which time it knows what each other lane did.
  using Known = std::array<std::array<uint32_t, lanes>, lanes>;
  struct Warp {
    uint32_t time = 0, together = 0;  ///< together: of the last barrier of all lanes
    std::unique_ptr<Known> known;     ///< null: all barriers were of all lanes
  };
  static void join(Clock& into, const Clock& other);
  void shareClocks(uint32_t warp, uint32_t named);

  std::array<Warp, warps> warps_;
  bool hasClocks_ = false;  ///< some thread has waited at a barrier of some
  /// Of each thread: what it knows by such barriers. Null: nothing.
  std::array<std::shared_ptr<const Clock>, warps * lanes> clocks_;
};

}  // namespace warpwright::engine
