// Warpwright's runtime for irregular kernels: which tasks share a thread block is decided while the program runs, from
// the program's own index arrays (Li et al., "A Graph-based Model for GPU Caching Problems", sections 4.1 and 4.2).
//
// C++17. Compile with -I where this header lies and link libwarpwright_runtime.a, with nvcc or with a plain C++
// compiler; the part that needs CUDA is there where the compiler knows CUDA. README.md beside this file has examples.
//
//   warpwright::runtime::TaskOrder order(edges, 256);                    // tasks, tasks a block
//   order.gathers(d_from).gathers(d_to).reads(d_weight).writes(d_flux).start();
//   for (int i = 0; i < rounds; ++i) {
//     order.begin(grid, block, edges);
//     flux<<<grid, block>>>(order.at(d_from), order.at(d_to), order.at(d_weight), d_state, order.at(d_flux), edges);
//     order.end();
//   }
//   order.stop();
//
// The environment decides how: WARPWRIGHT_RUNTIME=off keeps the program's own order, =always waits for the new order
// and uses it whatever it costs (for verification), =report says on stderr what was decided.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The tasks of a kernel and the data objects that each one touches.
struct warpwright_tasks {
  uint64_t count;           ///< tasks, in the order that the program gives them
  const uint64_t* start;    ///< task t touches objects[start[t] … start[t+1]); null: `width` objects each
  const uint32_t* objects;  ///< each below object_count
  uint32_t width;
  uint32_t object_count;
  uint32_t tasks_per_block;        ///< of the kernel: never exceeded
  uint32_t max_objects_per_block;  ///< distinct objects a block may touch (shared memory); 0: no limit
  uint32_t wants;                  ///< warpwright_want_…, added up
};

enum {
  warpwright_want_data_order = 1,   ///< new_index_of, old_index_of
  warpwright_want_block_data = 2,   ///< object_start, block_objects, slot_of
  warpwright_want_any_order = 4,    ///< an order also where it is not worth it
  warpwright_want_full_blocks = 8,  ///< the kernel cuts the order itself, every tasks_per_block tasks
};

enum {
  warpwright_better = 0,     ///< the order loads less than the program's own
  warpwright_not_worth = 1,  ///< the program's own order is as good
  warpwright_stopped = 2,    ///< asked to stop
  warpwright_unusable = 3,   ///< see `note`
};

/// A plan, or why there is none. Arrays belong to the plan; those not wanted are null.
struct warpwright_plan {
  int verdict;
  const char* note;             ///< what decided
  uint64_t cost, default_cost;  ///< loads that another block makes too, in this order and in the program's
  double redundant_loads, default_redundant_loads;  ///< the same as shares of all loads of blocks, 0 … 1
  double seconds;                                   ///< that the plan took
  uint32_t blocks;
  const uint32_t* order;         ///< position p runs task order[p]
  const uint64_t* block_start;   ///< block b has the positions block_start[b] … block_start[b+1])
  const uint32_t* new_index_of;  ///< where object v should lie (cpack): first touched, first placed
  const uint32_t* old_index_of;  ///< its inverse
  const uint64_t* object_start;  ///< block b stages block_objects[object_start[b] … object_start[b+1])
  const uint32_t* block_objects;
  const uint32_t* slot_of;  ///< for each position and each of its objects: where that lies in its block's list
};

struct warpwright_stop;  ///< tells a plan being made to stop; may be used from several threads
struct warpwright_stop* warpwright_stop_new(void);
void warpwright_stop_request(struct warpwright_stop* stop);
void warpwright_stop_free(struct warpwright_stop* stop);

/// Makes a plan. The same tasks give the same plan on every run and machine. Never null; free it with
/// warpwright_plan_free. `stop` may be null. Uses no thread of its own and no state that is shared with other calls.
const struct warpwright_plan* warpwright_plan_make(const struct warpwright_tasks* tasks, struct warpwright_stop* stop);
void warpwright_plan_free(const struct warpwright_plan* plan);

#ifdef __cplusplus
}  // extern "C"
#endif

#ifdef __cplusplus
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace warpwright {
namespace runtime {

enum class Mode { automatic, off, always };
/// What WARPWRIGHT_RUNTIME asks for.
inline Mode modeFromEnvironment() {
  const char* text = std::getenv("WARPWRIGHT_RUNTIME");
  if (text && std::strcmp(text, "off") == 0) return Mode::off;
  return text && std::strcmp(text, "always") == 0 ? Mode::always : Mode::automatic;
}

struct FreePlan {
  void operator()(const warpwright_plan* plan) const { warpwright_plan_free(plan); }
};
using Plan = std::unique_ptr<const warpwright_plan, FreePlan>;

/// Work on a thread of its own that nobody waits for. It owns what it works on and touches what belongs to the program
/// only in during(); once it has been asked to stop it drops all of it.
class Background {
 public:
  /// What work and the program both see.
  class Link {
   public:
    Link() : stop_(warpwright_stop_new()) {}
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    ~Link() { warpwright_stop_free(stop_); }
    /// Calls touch() unless asked to stop; stop() waits for it. False: asked to stop, or touch() gave false.
    template <class Touch>
    bool during(Touch touch) {
      const std::lock_guard<std::mutex> lock(mutex_);
      return !stopped_ && touch();
    }
    bool stopped() {
      const std::lock_guard<std::mutex> lock(mutex_);
      return stopped_;
    }
    /// Lets the program run alone for a while. False: asked to stop meanwhile.
    bool pause(double seconds) {
      std::unique_lock<std::mutex> lock(mutex_);
      return !wake_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return stopped_; });
    }
    warpwright_stop* stop() const { return stop_; }

   private:
    friend class Background;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopped_ = false, settled_ = false;
    std::atomic<bool> done_{false};
    warpwright_stop* const stop_;
  };

  Background() : link_(std::make_shared<Link>()) {}
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background() { stop(); }
  /// Calls work(link) once, here or on the thread; where it has been asked to stop meanwhile, drop() after it. What
  /// work wrote may be read where done() has said true. To be called once.
  template <class Work, class Drop>
  void start(bool onThread, Work work, Drop drop) {
    const std::shared_ptr<Link> link = link_;
    auto run = [link, work, drop]() mutable {
      bool worked = false;
      try {
        work(*link);
        worked = true;
      } catch (...) {  // out of memory: as if it had never been done
      }
      const std::lock_guard<std::mutex> lock(link->mutex_);
      if (link->stopped_) {
        drop();
      } else {
        link->done_.store(worked, std::memory_order_release);
        link->settled_ = true;
      }
    };
    if (!onThread) return run();
    try {
      std::thread(run).detach();
    } catch (...) {  // no thread to be had: what is not done is not used
      link->settled_ = true;
    }
  }
  bool done() const { return link_->done_.load(std::memory_order_acquire); }
  /// True: the work has come to its end, and what it made is the caller's to drop; false: work drops it.
  bool stop() {
    warpwright_stop_request(link_->stop());
    const std::lock_guard<std::mutex> lock(link_->mutex_);
    link_->stopped_ = true;
    link_->wake_.notify_all();
    return link_->settled_;
  }

 private:
  std::shared_ptr<Link> link_;
};

/// Decides by times whether the new order stays: the fastest of a few runs against the fastest of a few of the
/// original.
class Trial {
 public:
  static constexpr int runs = 3;
  enum class Answer { undecided, keep, fallBack };
  bool wantsOriginal() const { return originals_ < runs; }
  bool wantsNew() const { return answer() == Answer::undecided; }
  /// The first run of each is a warm-up: it counts only until there is a second.
  void add(bool isNew, float milliseconds) {
    int& count = isNew ? news_ : originals_;
    float& best = isNew ? new_ : original_;
    best = count < 2 ? milliseconds : std::min(best, milliseconds);
    ++count;
  }
  Answer answer() const {
    if (originals_ == 0 || news_ == 0) return Answer::undecided;
    if (news_ < runs && new_ < 2 * original_) return Answer::undecided;
    return new_ <= original_ ? Answer::keep : Answer::fallBack;
  }
  float original() const { return original_; }
  float withNewOrder() const { return new_; }
  /// Launches after which `seconds` of planning are paid for; 0: never.
  double breakEven(double seconds) const {
    return new_ < original_ ? seconds * 1e3 / (static_cast<double>(original_) - new_) : 0;
  }

 private:
  int originals_ = 0, news_ = 0;
  float original_ = 0, new_ = 0;
};

/// Subscripts that tasks hold, in host memory: element (t * perTask + k) * stride bytes from `first` for task t. With
/// `inRows` task t holds those at row[t] … row[t+1]) instead.
struct IndexColumn {
  const char* first = nullptr;
  size_t stride = 0, bytes = 0;
  unsigned perTask = 1;
  bool isSigned = true;
  int data = 0;  ///< columns of one number subscript the same data
  bool inRows = false;
  bool isTruth = false;  ///< bool: 0 or 1
  /// The largest number that may be written in the place of a subscript. Of 32 bits only the positive half: a kernel
  /// may copy an unsigned subscript into an `int`.
  uint64_t largest() const {
    if (bytes >= 8) return INT64_MAX;
    const unsigned bits = isTruth ? 1 : bytes == 4 ? 31 : static_cast<unsigned>(8 * bytes) - (isSigned ? 1 : 0);
    return (uint64_t{1} << bits) - 1;
  }
  int64_t at(uint64_t i) const {
    const char* from = first + i * stride;
    if (bytes == 8) return read<int64_t>(from);
    if (bytes == 4) return isSigned ? int64_t(read<int32_t>(from)) : int64_t(read<uint32_t>(from));
    if (bytes == 2) return isSigned ? int64_t(read<int16_t>(from)) : int64_t(read<uint16_t>(from));
    return isSigned ? int64_t(read<int8_t>(from)) : int64_t(read<uint8_t>(from));
  }

 private:
  template <class T>
  static T read(const char* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
};

/// The data objects of each task: what warpwright_tasks points to.
struct TaskLists {
  std::vector<uint64_t> start;  ///< empty: `width` objects each
  std::vector<uint32_t> objects;
  uint32_t width = 0, objectCount = 0;
  std::vector<uint64_t> base;  ///< by data: its first object; one more at the end
};

/// Gathers the objects of `tasks` tasks. `rows`: where rows start, tasks + 1 of them, or empty. Columns of different
/// data get objects of their own. False: a negative index, too many objects, rows that do not ascend from 0.
inline bool gatherTasks(uint64_t tasks, const std::vector<IndexColumn>& columns, const std::vector<uint64_t>& rows,
                        TaskLists& lists) {
  if (!rows.empty() && (rows.size() != tasks + 1 || rows[0] != 0 || !std::is_sorted(rows.begin(), rows.end())))
    return false;
  const auto range = [&](const IndexColumn& column, uint64_t t, uint64_t& first, uint64_t& last) {
    first = column.inRows ? rows[t] : t * column.perTask;
    last = column.inRows ? rows[t + 1] : first + column.perTask;
  };
  std::vector<int64_t> count;  // by data: the largest subscript plus one
  uint64_t pins = 0;
  for (const IndexColumn& column : columns) {
    if (column.data < 0 || column.data > 255 || (column.inRows && rows.empty())) return false;
    if (count.size() <= size_t(column.data)) count.resize(column.data + 1, 0);
    const uint64_t entries = column.inRows ? rows.back() : tasks * column.perTask;
    pins += entries;
    for (uint64_t i = 0; i < entries; ++i) {
      const int64_t index = column.at(i);
      if (index < 0 || index >= int64_t(UINT32_MAX) - 1) return false;
      count[column.data] = std::max(count[column.data], index + 1);
    }
    if (!column.inRows) lists.width += column.perTask;
  }
  std::vector<uint64_t> base(count.size() + 1, 0);
  for (size_t d = 0; d < count.size(); ++d) base[d + 1] = base[d] + uint64_t(count[d]);
  // Subscripts far beyond what is used would cost more memory than the tasks themselves.
  if (base.back() >= UINT32_MAX || base.back() > 64 * pins + 65536) return false;
  lists.objectCount = static_cast<uint32_t>(base.back());
  lists.base = base;
  lists.objects.reserve(pins);
  if (!rows.empty()) lists.start.push_back(0);
  for (uint64_t t = 0; t < tasks; ++t) {
    for (const IndexColumn& column : columns) {
      uint64_t first, last;
      range(column, t, first, last);
      for (uint64_t i = first; i < last; ++i) {
        lists.objects.push_back(static_cast<uint32_t>(base[column.data] + uint64_t(column.at(i))));
      }
    }
    if (!rows.empty()) lists.start.push_back(lists.objects.size());
  }
  return true;
}

/// A new place for each element of one data: what tasks touch first lies first.
struct DataPlaces {
  std::vector<uint32_t> oldOf, newOf;
};
/// The places of data `data` in a plan that has a data order.
inline DataPlaces placesOfData(const warpwright_plan& plan, const TaskLists& lists, int data) {
  const uint64_t first = lists.base[size_t(data)], last = lists.base[size_t(data) + 1];
  DataPlaces places;
  places.oldOf.reserve(last - first);
  places.newOf.resize(last - first);
  for (uint32_t p = 0; p < lists.objectCount; ++p) {
    const uint64_t object = plan.old_index_of[p];
    if (object < first || object >= last) continue;
    places.newOf[object - first] = static_cast<uint32_t>(places.oldOf.size());
    places.oldOf.push_back(static_cast<uint32_t>(object - first));
  }
  return places;
}
/// Can the new place of what each of the first `entries` subscripts of a column names be written in its stead? Another
/// column of the same data may be wider, and name elements that lie further back.
inline bool canHold(const IndexColumn& column, uint64_t entries, const DataPlaces& places) {
  const uint64_t largest = column.largest();
  if (places.newOf.size() <= largest + 1) return true;
  for (uint64_t i = 0; i < entries; ++i) {
    if (places.newOf[size_t(column.at(i))] > largest) return false;
  }
  return true;
}
/// Writes it; `first` is where the column's first one may be written. False, and nothing is written: it does not fit.
inline bool renumber(const IndexColumn& column, uint64_t entries, const DataPlaces& places, char* first) {
  if (!canHold(column, entries, places)) return false;
  for (uint64_t i = 0; i < entries; ++i) {
    const uint64_t place = places.newOf[size_t(column.at(i))];
    std::memcpy(first + i * column.stride, &place, column.bytes);  // little-endian, as every host of a GPU is
  }
  return true;
}

}  // namespace runtime
}  // namespace warpwright

#ifdef __CUDACC__
#include "warpwright_runtime_cuda.h"
#endif
#endif  // __cplusplus
