#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/check/footprint.h"
#include "core/base/source_range.h"

namespace warpwright::engine {

/// What orders the work of streams, the host and each other: the work of a stream is in its order, events and waits for
/// them order streams, the legacy default stream waits for all blocking streams and they for it, and the host knows of
/// the end of what it has waited for. All is done at once here, so work that nothing orders is found by vector clocks,
/// one component a stream. The host counts as one thread whatever threads it has, and allocations as points that order
/// all streams, but for those of a stream (cudaMallocAsync): what is unordered for certain is told, not all that is
/// unordered. What work touches is known of kernels, copies and fills. Work may tell the host by a flag that it has
/// come so far: who reads a byte that was written behind a fence of the system knows of all that the work did.
class StreamOrder {
 public:
  /// A piece of work, as messages name it.
  struct Work {
    std::string name;  ///< "`k`", "cudaMemcpyAsync"
    std::string kernel;
    SourcePosition at;
  };
  enum class Action : uint8_t { reads, writes, allocates, frees };
  /// Who comes second: the host, work of another stream, or work of another branch of the same graph.
  enum class Second : uint8_t { host, stream, branch };
  /// Two pieces of work, or one and the host, that touch a byte and that nothing orders.
  struct Unordered {
    Work earlier;
    Action earlierDoes = Action::reads;
    uint64_t address = 0;
    Second second = Second::stream;
    Work later;
    Action laterDoes = Action::reads;
  };
  /// An access of the host; `meant`: atomic or volatile, to meet others of its kind.
  struct HostAccess {
    uint64_t address = 0;
    bool writes = false, meant = false;
  };
  using Report = std::function<void(const Unordered&)>;

  /// Not `enabled`: nothing is looked for.
  StreamOrder(bool enabled, Report report) : enabled_(enabled), report_(std::move(report)) {}

  /// From here on what is touched has to be known: there is memory that the host sees, or a stream.
  void watch() { watching_ = enabled_; }
  bool watching() const { return watching_; }

  void addStream(const void* stream, bool nonBlocking);
  void removeStream(const void* stream) { queues_.erase(stream); }

  /// Work of a stream begins and ends; what begins inside another is a part of it.
  void begin(const void* stream, Work work);
  void end();
  bool working() const { return depth_ != 0; }
  /// What the work under way is, where that is known better now.
  void setWork(Work work) {
    if (depth_ != 0) work_ = std::move(work);
  }
  /// Where to note what the work touches; null: it need not be known.
  Footprint* footprint() { return watching_ && depth_ != 0 ? &touched_ : nullptr; }
  /// The host waits for the work that is under way, once that has ended.
  void hostWaitsForThis() { hostWaits_ = true; }

  // The work under way is a graph. Its parts begin and end one after another; of those that need not come in that
  // order, what they touch is compared.
  void beginParts();
  /// `behind`: of the parts so far, by number, whether this one waits for it.
  void beginPart(Work work, std::vector<bool> behind);
  void endPart();
  void endParts();

  /// By the work under way: memory that is there once it has ended.
  void allocate(uint64_t address, uint64_t bytes);
  /// By the work under way: nothing may touch that memory any more.
  void free(uint64_t address, uint64_t bytes);

  void record(const void* event);  ///< by the work under way
  void wait(const void* stream, const void* event);
  void hostWaitsForStream(const void* stream);
  void hostWaitsForEvent(const void* event);
  void hostWaitsForAll();
  /// All that begins from here on waits for all that has begun.
  void orderAll();
  void forget(uint64_t address, uint64_t bytes);

  /// The host touches a byte. True: something in flight touches it, too, so that one of the two waits for the other in
  /// vain. Changes nothing and takes no memory: for signal handlers.
  bool meetsHost(const HostAccess& access) const;
  /// The host reads a byte: if that is a flag, it knows what came before; if it was written by an atomic or volatile
  /// access, and read by one, it knows that the work had begun. As `meetsHost`, for signal handlers.
  void hostReads(const HostAccess& access) const;
  /// True where what is in flight touches the byte by atomics: as the host may, too.
  bool isAtomic(uint64_t address) const;
  /// Tells of an access that met something.
  void hostTouched(const HostAccess& access);
  /// The host has waited for work whose flags it has read.
  void hostHasReadFlags();
  /// Pages that the host may not touch freely now, and whether it may read them.
  void eachPage(const std::function<void(uint64_t page, bool writes)>& take) const;
  /// Changes with what `eachPage` gives.
  uint64_t version() const { return version_; }

 private:
  using Clock = std::vector<uint32_t>;
  /// Ranges of memory, apart and by address: from, until.
  using Spans = std::vector<std::pair<uint64_t, uint64_t>>;
  struct Piece {
    Work work;
    Spans read, written;  ///< whole pages
  };
  /// Work of a queue that nobody else has seen in part: either all of it is ordered before something, or nothing.
  struct Epoch {
    uint32_t last = 0;
    Footprint touched;
    std::vector<Piece> pieces;
    Clock start, clock;  ///< of its first work, and of its end
    /// The host has read a flag of it; the host has read what it wrote by an atomic or volatile access.
    mutable std::atomic<bool> told{false}, toldOfStart{false};
  };
  struct Queue {
    bool blocking = true;
    uint32_t count = 0;
    Clock clock;  ///< what its next work comes after
    std::deque<Epoch> inFlight;
    bool seen = true;  ///< somebody has taken its clock: the next work begins an epoch
  };

  /// Memory that a stream has allocated.
  struct Lifetime {
    uint64_t end = 0;
    size_t queue = 0;
    uint32_t count = 0;  ///< of the work that allocated it
    Work work;
  };
  struct Part {
    Work work;
    Footprint touched;
  };
  /// Parts of a graph that is being run.
  struct Level {
    Footprint before;  ///< what was touched outside of the parts that are kept
    std::vector<Part> parts;
    std::vector<bool> behind;  ///< of the part under way
    SourcePosition at;         ///< of the part under way
    size_t pages = 0;          ///< of all parts
  };

  static void join(Clock& into, const Clock& other);
  static uint32_t component(const Clock& clock, size_t number) { return number < clock.size() ? clock[number] : 0; }
  size_t queueOf(const void* stream);
  const Clock& clockOf(size_t number);
  void hostJoins(const Clock& clock);
  void keep(size_t number, const Piece& piece);
  void compare();
  Piece pieceNow() const;
  static void coalesce(Spans& spans);
  static const Piece* pieceAt(const Epoch& epoch, uint64_t address, bool written);
  void compareLifetimes();
  bool isToldOf(size_t number, const Epoch& epoch) const;
  static bool meetsHost(const Epoch& epoch, const HostAccess& access);

  const bool enabled_;
  Report report_;
  bool watching_ = false;
  std::deque<Queue> all_ = std::deque<Queue>(1);  ///< the first is the legacy default stream
  std::map<const void*, size_t> queues_;
  std::map<const void*, Clock> events_;
  Clock host_, barrier_;
  int depth_ = 0;
  bool hostWaits_ = false;
  size_t current_ = 0;
  Clock start_;
  Work work_;
  Footprint touched_;
  std::vector<Level> levels_;
  std::map<uint64_t, Lifetime> lifetimes_;  ///< that the host does not know of
  uint64_t version_ = 0;
};

}  // namespace warpwright::engine
