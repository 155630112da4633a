// The arrays of a kernel's tasks on the GPU, in the program's order and in a new one. Include warpwright_runtime.h.
#pragma once

#include "warpwright_runtime_staging.h"

namespace warpwright {
namespace runtime {

/// to[order[p]] = from[p], or with `back` to[p] = from[order[p]], for tasks of `words` words each.
template <class Word>
__global__ void permuteTasks(const Word* from, Word* to, const uint32_t* order, uint64_t tasks, uint32_t words,
                             bool back) {
  const uint64_t i = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= tasks * words) return;
  const uint64_t there = words == 1 ? order[i] : uint64_t(order[i / words]) * words + i % words;
  if (back) {
    to[i] = from[there];
  } else {
    to[there] = from[i];
  }
}

/// Calls of the runtime leave the program's last error as it was.
struct OwnErrors {
  const bool wasClean = cudaPeekAtLastError() == cudaSuccess;
  ~OwnErrors() {
    if (wasClean) cudaGetLastError();
  }
};

/// The arrays of a kernel's tasks, in the program's order and in a new one. Made beside the program, and then handed
/// over.
struct Ordering {
  enum class Role { input, output, update, rows, inRows, data };
  struct Array {
    const void* own = nullptr;  ///< the program's
    void* scratch = nullptr;    ///< in the new order; of data null: it stays
    size_t bytes = 0;           ///< a task, or an element of a row or of data
    Role role = Role::input;
    uint64_t elements = 0;  ///< of data
    int data = 0;           ///< its number, as Index has it
    bool isOutput() const { return role == Role::output || role == Role::update; }
  };
  struct Index {
    size_t array, offset, bytes;
    unsigned perTask;
    bool isSigned;
    int data;
    bool isTruth;
  };

  /// Data that blocks put in shared memory.
  struct Stage {
    size_t bytes;  ///< of an element
    int data;
    StagedLists lists;
    uint32_t *first = nullptr, *elements = nullptr;  ///< of `lists`, on the GPU
    size_t at = 0;                                   ///< where in shared memory it begins
  };

  const uint64_t tasks_;
  const unsigned tasksPerBlock_;
  const bool isForced_;
  std::vector<Array> arrays_;
  std::vector<Index> indices_;
  int rows_ = -1;
  bool isUsable_ = true, ready_ = false, isPooled_ = true;
  std::vector<Stage> stages_;
  const void* stagingKernel_ = nullptr;
  bool isStaged_ = false;
  size_t stagedBytes_ = 0;
  int device_ = 0;
  cudaStream_t stream_ = nullptr;
  Plan plan_;
  uint32_t* order_ = nullptr;     ///< position p has task order_[p]
  uint32_t* position_ = nullptr;  ///< its inverse; null where no task writes

  Ordering(uint64_t tasks, unsigned tasksPerBlock, bool isForced)
      : tasks_(tasks), tasksPerBlock_(tasksPerBlock), isForced_(isForced) {}

  size_t add(const void* array, size_t bytes, Role role) {
    for (size_t i = 0; i < arrays_.size(); ++i) {
      if (arrays_[i].own != array) continue;
      isUsable_ = isUsable_ && arrays_[i].bytes == bytes && arrays_[i].role == role;
      return i;
    }
    Array one;
    one.own = array;
    one.bytes = bytes;
    one.role = role;
    arrays_.push_back(one);
    return arrays_.size() - 1;
  }

  void addData(const void* array, size_t bytes, uint64_t elements, int data) {
    Array& one = arrays_[add(array, bytes, Role::data)];
    isUsable_ = isUsable_ && (one.elements == 0 || (one.elements == elements && one.data == data));
    one.elements = elements;
    one.data = data;
  }

  void addStage(size_t bytes, int data) {
    Stage one{};
    one.bytes = bytes;
    one.data = data;
    isUsable_ = isUsable_ && stages_.size() < Staged::most;
    stages_.push_back(one);
  }

  // The whole way from the index arrays to arrays in the new order; runs beside the program.
  void prepare(Background::Link& link) {
    if (!isForced_ && !link.pause(secondsUntilCheap())) return;
    if (cudaSetDevice(device_) != cudaSuccess) return;
    std::vector<std::vector<char>> copies(arrays_.size());
    std::vector<uint64_t> row;
    if (rows_ >= 0 && !readRows(link, row)) return;
    for (size_t i = 0; i < arrays_.size(); ++i) {
      const Role role = arrays_[i].role;
      if (role != Role::input && role != Role::inRows) continue;
      if (role == Role::inRows && row.empty()) return;
      if (!read(link, arrays_[i].own, (role == Role::inRows ? row.back() : tasks_) * arrays_[i].bytes, copies[i]))
        return;
    }
    std::vector<IndexColumn> columns;
    for (const Index& index : indices_) {
      const Array& array = arrays_[index.array];
      columns.push_back({copies[index.array].data() + index.offset, array.bytes / index.perTask, index.bytes,
                         index.perTask, index.isSigned, index.data, array.role == Role::inRows, index.isTruth});
    }
    TaskLists lists;
    if (!gatherTasks(tasks_, columns, row, lists)) return;
    warpwright_tasks tasks{};
    tasks.count = tasks_;
    tasks.start = lists.start.empty() ? nullptr : lists.start.data();
    tasks.objects = lists.objects.data();
    tasks.width = lists.width;
    tasks.object_count = lists.objectCount;
    tasks.tasks_per_block = tasksPerBlock_;
    bool hasData = false;
    for (const Array& array : arrays_) hasData = hasData || array.role == Role::data;
    tasks.wants = warpwright_want_full_blocks + (isForced_ ? warpwright_want_any_order : 0) +
                  (hasData ? warpwright_want_data_order : 0);
    plan_.reset(warpwright_plan_make(&tasks, link.stop()));
    if (plan_->verdict != warpwright_better || !plan_->order) return;
    if (hasData && !moveData(link, lists, columns, copies, row)) return;
    isStaged_ = !stages_.empty() && stageData(lists, columns, row);
    for (size_t i = 0; i < arrays_.size(); ++i) {
      if (arrays_[i].role == Role::data) continue;
      if (link.stopped() || !install(arrays_[i], copies[i], row)) return;
    }
    if (!upload(plan_->order, tasks_ * sizeof(uint32_t), order_)) return;
    std::vector<uint32_t> position;
    if (std::any_of(arrays_.begin(), arrays_.end(), [](const Array& array) { return array.isOutput(); })) {
      position.resize(tasks_);
      for (uint64_t p = 0; p < tasks_; ++p) position[plan_->order[p]] = static_cast<uint32_t>(p);
      if (!upload(position.data(), tasks_ * sizeof(uint32_t), position_)) return;
    }
    ready_ = cudaStreamSynchronize(stream_) == cudaSuccess;
  }
  // A program that waits for its GPU waits for these copies, too. It has run that long before they begin that they cost
  // it 2 % of its time: to the host and back, at 10 GB/s. Rows are taken to have eight elements.
  double secondsUntilCheap() const {
    constexpr double bytesPerSecond = 10e9, share = 0.02;
    double bytes = 0;
    for (const Array& array : arrays_) {
      if (array.isOutput() || array.role == Role::data) continue;
      bytes += double(tasks_) * double(array.bytes) * (array.role == Role::inRows ? 8 : 1);
    }
    return std::max(0.02, 2 * bytes / bytesPerSecond / share);
  }
  // Puts the data that can be moved in the order in which tasks touch it, and its new places into the copies of the
  // index arrays.
  bool moveData(Background::Link& link, const TaskLists& lists, const std::vector<IndexColumn>& columns,
                std::vector<std::vector<char>>& copies, const std::vector<uint64_t>& row) {
    for (size_t data = 0; data + 1 < lists.base.size(); ++data) {
      if (!canMove(static_cast<int>(data), lists)) continue;
      const DataPlaces places = placesOfData(*plan_, lists, static_cast<int>(data));
      std::vector<size_t> named;
      for (size_t c = 0; c < columns.size(); ++c) {
        if (indices_[c].data == static_cast<int>(data) && !isNamedBefore(c)) named.push_back(c);
      }
      const auto entriesOf = [&](size_t c) { return columns[c].inRows ? row.back() : tasks_ * columns[c].perTask; };
      // Where one of them is too narrow for the new places, all stay as they are, and the data too.
      if (!std::all_of(named.begin(), named.end(), [&](size_t c) { return canHold(columns[c], entriesOf(c), places); }))
        continue;
      for (const size_t c : named) {
        const Index& index = indices_[c];
        if (!renumber(columns[c], entriesOf(c), places, copies[index.array].data() + index.offset)) return false;
      }
      uint32_t* order = nullptr;
      bool done = upload(places.oldOf.data(), places.oldOf.size() * sizeof(uint32_t), order);
      for (Array& array : arrays_) {
        if (!done || array.role != Role::data || array.data != static_cast<int>(data)) continue;
        const auto copy = [&] {
          permute(array.own, array.scratch, order, places.oldOf.size(), array.bytes, true, stream_);
          return cudaPeekAtLastError() == cudaSuccess && cudaStreamSynchronize(stream_) == cudaSuccess;
        };
        done = allocate(array.scratch, array.elements * array.bytes) && link.during(copy);
      }
      release(order);
      if (!done) return false;
    }
    return true;
  }
  bool canMove(int data, const TaskLists& lists) const {
    const uint64_t named = lists.base[size_t(data) + 1] - lists.base[size_t(data)];
    bool isMoved = false;
    for (const Array& array : arrays_) {
      if (array.role != Role::data || array.data != data) continue;
      if (named > array.elements) return false;  // subscripts that lead out of it are none
      isMoved = true;
    }
    return isMoved && named > 0 && ownsSubscripts(data);
  }
  // A subscript of two data has one value.
  bool ownsSubscripts(int data) const {
    for (const Index& one : indices_) {
      for (const Index& other : indices_) {
        if (one.data == data && other.data != data && one.array == other.array && one.offset == other.offset)
          return false;
      }
    }
    return true;
  }
  // Lists what each block stages, and writes the places there into the copies of the index arrays that `columns` read.
  // False: nothing has changed, and data stays where it is.
  bool stageData(const TaskLists& lists, const std::vector<IndexColumn>& columns, const std::vector<uint64_t>& row) {
    int most = 0;
    if (cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlock, device_) != cudaSuccess) most = 48 << 10;
    size_t bytes = 0;
    cudaFuncAttributes kernel;
    if (lists.objects.size() > UINT32_MAX || !stagingKernel_) return false;
    if (cudaFuncGetAttributes(&kernel, stagingKernel_) != cudaSuccess) return false;
    if (kernel.maxThreadsPerBlock < static_cast<int>(tasksPerBlock_)) return false;
    for (Stage& stage : stages_) {
      for (const Array& array : arrays_) {
        if (array.role == Role::data && array.data == stage.data) return false;
      }
      if (!ownsSubscripts(stage.data) || size_t(stage.data) + 1 >= lists.base.size()) return false;
      const uint64_t named = lists.base[size_t(stage.data) + 1] - lists.base[size_t(stage.data)];
      if (named == 0) return false;
      stage.lists = listStaged(columnsOf(columns, stage.data), row, plan_->order, tasks_, tasksPerBlock_, named);
      for (const IndexColumn& column : columnsOf(columns, stage.data)) {
        if (!canHoldStaged(column, stage.lists)) return false;
      }
      stage.at = bytes;
      bytes += (stage.lists.most * stage.bytes + 15) / 16 * 16;
      if (bytes > size_t(most)) return false;
    }
    for (Stage& stage : stages_) {
      if (!upload(stage.lists.first.data(), stage.lists.first.size() * sizeof(uint32_t), stage.first)) return false;
      if (!upload(stage.lists.elements.data(), stage.lists.elements.size() * sizeof(uint32_t), stage.elements))
        return false;
    }
    if (cudaStreamSynchronize(stream_) != cudaSuccess) return false;
    std::vector<int> done;
    for (const Stage& stage : stages_) {
      if (std::find(done.begin(), done.end(), stage.data) != done.end()) continue;
      placeStaged(columnsOf(columns, stage.data), row, plan_->order, tasks_, tasksPerBlock_, stage.lists);
      done.push_back(stage.data);
    }
    stagedBytes_ = bytes;
    return true;
  }
  // Each array once, though it may be named twice.
  std::vector<IndexColumn> columnsOf(const std::vector<IndexColumn>& columns, int data) const {
    std::vector<IndexColumn> own;
    for (size_t c = 0; c < columns.size(); ++c) {
      if (indices_[c].data == data && !isNamedBefore(c)) own.push_back(columns[c]);
    }
    return own;
  }
  Staged staged() const {
    Staged all{};
    for (size_t i = 0; i < stages_.size(); ++i) {
      const auto blocks = static_cast<uint32_t>(stages_[i].lists.first.size() - 1);
      all.parts[i] = {stages_[i].first, stages_[i].elements, blocks, static_cast<uint32_t>(stages_[i].at)};
    }
    return all;
  }
  bool isNamedBefore(size_t c) const {
    for (size_t i = 0; i < c; ++i) {
      if (indices_[i].array == indices_[c].array && indices_[i].offset == indices_[c].offset) return true;
    }
    return false;
  }
  bool install(Array& array, std::vector<char>& own, const std::vector<uint64_t>& row) {
    if (array.isOutput()) return allocate(array.scratch, tasks_ * array.bytes);
    std::vector<char> moved;
    if (array.role == Role::rows) {
      moved.resize((tasks_ + 1) * array.bytes);
      for (uint64_t p = 0, at = 0; p <= tasks_; ++p) {
        std::memcpy(moved.data() + p * array.bytes, &at, array.bytes);  // little-endian, as every host of a GPU is
        if (p < tasks_) at += row[plan_->order[p] + 1] - row[plan_->order[p]];
      }
    } else {
      moved.resize(own.size());
      char* to = moved.data();
      for (uint64_t p = 0; p < tasks_; ++p) {
        const uint64_t task = plan_->order[p];
        const uint64_t first = array.role == Role::inRows ? row[task] : task;
        const uint64_t count = array.role == Role::inRows ? row[task + 1] - first : 1;
        std::memcpy(to, own.data() + first * array.bytes, count * array.bytes);
        to += count * array.bytes;
      }
    }
    std::vector<char>().swap(own);
    return upload(moved.data(), moved.size(), array.scratch) && cudaStreamSynchronize(stream_) == cudaSuccess;
  }

  bool readRows(Background::Link& link, std::vector<uint64_t>& row) {
    std::vector<char> raw;
    const size_t bytes = arrays_[rows_].bytes;
    if ((bytes != 4 && bytes != 8) || !read(link, arrays_[rows_].own, (tasks_ + 1) * bytes, raw)) return false;
    row.assign(tasks_ + 1, 0);
    for (uint64_t t = 0; t <= tasks_; ++t) std::memcpy(&row[t], raw.data() + t * bytes, bytes);
    return row[0] == 0 && row.back() <= INT32_MAX && std::is_sorted(row.begin(), row.end());
  }
  // In pieces: the program waits for one at most when it stops, and its own copies come through.
  bool read(Background::Link& link, const void* from, size_t bytes, std::vector<char>& to) {
    constexpr size_t piece = size_t{4} << 20;
    to.resize(bytes);
    for (size_t at = 0; at < bytes; at += piece) {
      const auto copy = [&] {
        return cudaMemcpyAsync(to.data() + at, static_cast<const char*>(from) + at, std::min(piece, bytes - at),
                               cudaMemcpyDeviceToHost, stream_) == cudaSuccess &&
               cudaStreamSynchronize(stream_) == cudaSuccess;
      };
      if (!link.during(copy)) return false;
    }
    return true;
  }
  bool allocate(void*& orderedTasks, size_t bytes) {
    // Allocated in the order of the stream where the device can: that does not hold the program up.
    if (cudaMallocAsync(&orderedTasks, std::max<size_t>(bytes, 1), stream_) == cudaSuccess) return true;
    cudaGetLastError();
    orderedTasks = nullptr;
    isPooled_ = false;
    return cudaMalloc(&orderedTasks, std::max<size_t>(bytes, 1)) == cudaSuccess;
  }
  template <class T>
  bool upload(const void* from, size_t bytes, T*& to) {
    void* copy = nullptr;
    const bool done = allocate(copy, bytes);
    to = static_cast<T*>(copy);
    return done && cudaMemcpyAsync(copy, from, bytes, cudaMemcpyHostToDevice, stream_) == cudaSuccess;
  }
  template <class T>
  void release(T*& memory) {
    if (memory && (!isPooled_ || cudaFreeAsync(memory, stream_) != cudaSuccess)) cudaFree(memory);
    memory = nullptr;
  }

  /// Copies the first `tasks` tasks of an array into the new order, or out of it; behind `stream`. Both ways elements
  /// are read where they lie and written side by side, where all tasks move: a GPU writes scattered elements slowly.
  void move(const Array& array, uint64_t tasks, bool intoNew, cudaStream_t stream) const {
    const void* from = intoNew ? array.own : array.scratch;
    void* to = intoNew ? array.scratch : const_cast<void*>(array.own);
    const bool gathers = !intoNew && tasks == tasks_ && position_;  // a piece has an order of its own
    permute(from, to, gathers ? position_ : order_, tasks, array.bytes, intoNew || gathers, stream);
  }
  /// In the largest words that elements of `bytes` are made of, where they lie.
  static void permute(const void* from, void* to, const uint32_t* order, uint64_t count, size_t bytes, bool back,
                      cudaStream_t stream) {
    const uintptr_t bits = reinterpret_cast<uintptr_t>(from) | reinterpret_cast<uintptr_t>(to) | bytes;
    if (bits % 16 == 0) return permuteWords<uint4>(from, to, order, count, bytes, back, stream);
    if (bits % 8 == 0) return permuteWords<uint2>(from, to, order, count, bytes, back, stream);
    if (bits % 4 == 0) return permuteWords<uint32_t>(from, to, order, count, bytes, back, stream);
    permuteWords<char>(from, to, order, count, bytes, back, stream);
  }
  template <class Word>
  static void permuteWords(const void* from, void* to, const uint32_t* order, uint64_t count, size_t bytes, bool back,
                           cudaStream_t stream) {
    const uint32_t words = static_cast<uint32_t>(bytes / sizeof(Word));
    const auto blocks = static_cast<unsigned>((count * words + 255) / 256);
    permuteTasks<<<blocks, 256, 0, stream>>>(static_cast<const Word*>(from), static_cast<Word*>(to), order, count,
                                             words, back);
  }

  void waitFor(cudaStream_t other) {
    cudaEvent_t event;
    if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming) != cudaSuccess) return;
    cudaEventRecord(event, other);
    cudaStreamWaitEvent(stream_, event, 0);
    cudaEventDestroy(event);
  }
  /// Gives memory and stream back, once what runs on the stream has ended.
  void drop() {
    for (Array& array : arrays_) release(array.scratch);
    for (Stage& stage : stages_) {
      release(stage.first);
      release(stage.elements);
    }
    isStaged_ = false;
    release(order_);
    release(position_);
    if (stream_) cudaStreamDestroy(stream_);
    stream_ = nullptr;
    ready_ = false;
  }
};

}  // namespace runtime
}  // namespace warpwright
