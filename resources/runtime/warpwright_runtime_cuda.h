// The part of warpwright_runtime.h that needs CUDA. Include that one.
#pragma once

namespace warpwright {
namespace runtime {

/// to[order[p]] = from[p], or with `back` to[p] = from[order[p]], for tasks of `words` words each.
template <class Word>
__global__ void permuteTasks(const Word* from, Word* to, const uint32_t* order, uint64_t tasks, uint32_t words,
                             bool back) {
  const uint64_t i = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= tasks * words) return;
  const uint64_t there = uint64_t(order[i / words]) * words + i % words;
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
  enum class Role { input, output, update, rows, inRows };
  struct Array {
    const void* own = nullptr;  ///< the program's
    void* scratch = nullptr;    ///< in the new order
    size_t bytes = 0;           ///< a task, or an element of a row
    Role role = Role::input;
    bool isOutput() const { return role == Role::output || role == Role::update; }
  };
  struct Index {
    size_t array, offset, bytes;
    unsigned perTask;
    bool isSigned;
    int data;
  };

  const uint64_t tasks_;
  const unsigned tasksPerBlock_;
  const bool isForced_;
  std::vector<Array> arrays_;
  std::vector<Index> indices_;
  int rows_ = -1;
  bool isUsable_ = true, ready_ = false, isPooled_ = true;
  int device_ = 0;
  cudaStream_t stream_ = nullptr;
  Plan plan_;
  uint32_t* order_ = nullptr;

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
                         index.perTask, index.isSigned, index.data, array.role == Role::inRows});
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
    tasks.wants = warpwright_want_full_blocks + (isForced_ ? warpwright_want_any_order : 0);
    plan_.reset(warpwright_plan_make(&tasks, link.stop()));
    if (plan_->verdict != warpwright_better || !plan_->order) return;
    for (size_t i = 0; i < arrays_.size(); ++i) {
      if (link.stopped() || !install(arrays_[i], copies[i], row)) return;
    }
    if (!upload(plan_->order, tasks_ * sizeof(uint32_t), order_)) return;
    ready_ = cudaStreamSynchronize(stream_) == cudaSuccess;
  }
  // A program that waits for its GPU waits for these copies, too. It has run that long before they begin that they cost
  // it 2 % of its time: to the host and back, at 10 GB/s. Rows are taken to have eight elements.
  double secondsUntilCheap() const {
    constexpr double bytesPerSecond = 10e9, share = 0.02;
    double bytes = 0;
    for (const Array& array : arrays_) {
      if (!array.isOutput()) bytes += double(tasks_) * double(array.bytes) * (array.role == Role::inRows ? 8 : 1);
    }
    return std::max(0.02, 2 * bytes / bytesPerSecond / share);
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
    release(order_);
    if (stream_) cudaStreamDestroy(stream_);
    stream_ = nullptr;
    ready_ = false;
  }
};

/// Runs the tasks of an unchanged kernel in an order in which a block's tasks share data. Until that order is known,
/// and where it proves slower, the kernel gets the program's own arrays: results are the same bit by bit either way, as
/// long as thread t of the kernel does nothing but read and write element t of the arrays named here, read other arrays
/// that the kernel does not write, and change integers by atomics whose result it does not use.
///
/// Arrays named with gathers(), reads() and rows() must not change between start() and stop(). Not to be used from
/// several threads. Errors of CUDA calls made here are swallowed: the program then keeps its own order.
class TaskOrder {
 public:
  /// `tasksPerBlock`: threads of a block, each of which runs one task.
  TaskOrder(uint64_t tasks, unsigned tasksPerBlock)
      : made_(std::make_shared<Ordering>(tasks, tasksPerBlock, modeFromEnvironment() == Mode::always)) {}
  TaskOrder(const TaskOrder&) = delete;
  TaskOrder& operator=(const TaskOrder&) = delete;
  ~TaskOrder() { stop(); }

  /// Task t reads elements t * perTask … of `array`, which it uses as subscripts. Arrays that subscript different data
  /// take different numbers for `data`.
  template <class T>
  TaskOrder& gathers(const T* array, unsigned perTask = 1, int data = 0) {
    made_->indices_.push_back(
        {made_->add(array, sizeof(T) * perTask, Ordering::Role::input), 0, sizeof(T), perTask, isSigned<T>(), data});
    return *this;
  }
  /// The same for a member of a structure: order.gathers(d_edges, &Edge::from).
  template <class T, class M>
  TaskOrder& gathers(const T* array, M T::* member, int data = 0) {
    T sample{};
    const size_t offset =
        static_cast<size_t>(reinterpret_cast<char*>(&(sample.*member)) - reinterpret_cast<char*>(&sample));
    made_->indices_.push_back(
        {made_->add(array, sizeof(T), Ordering::Role::input), offset, sizeof(M), 1, isSigned<M>(), data});
    return *this;
  }
  /// Task t reads elements t * perTask … of `array`, which nobody changes before stop().
  template <class T>
  TaskOrder& reads(const T* array, unsigned perTask = 1) {
    made_->add(array, sizeof(T) * perTask, Ordering::Role::input);
    return *this;
  }
  /// Task t writes all of its elements of `array`, and reads none of them.
  template <class T>
  TaskOrder& writes(const T* array, unsigned perTask = 1) {
    made_->add(array, sizeof(T) * perTask, Ordering::Role::output);
    return *this;
  }
  /// Task t may read and write its elements of `array`.
  template <class T>
  TaskOrder& updates(const T* array, unsigned perTask = 1) {
    made_->add(array, sizeof(T) * perTask, Ordering::Role::update);
    return *this;
  }
  /// Task t works on the elements row[t] … row[t+1]) of the arrays named with gathersInRows() and readsInRows().
  template <class T>
  TaskOrder& rows(const T* row) {
    made_->rows_ = static_cast<int>(made_->add(row, sizeof(T), Ordering::Role::rows));
    return *this;
  }
  template <class T>
  TaskOrder& gathersInRows(const T* array, int data = 0) {
    made_->indices_.push_back(
        {made_->add(array, sizeof(T), Ordering::Role::inRows), 0, sizeof(T), 1, isSigned<T>(), data});
    return *this;
  }
  template <class T>
  TaskOrder& readsInRows(const T* array) {
    made_->add(array, sizeof(T), Ordering::Role::inRows);
    return *this;
  }

  /// Starts looking for an order, beside the program. All arrays are named, and hold their values.
  void start() {
    if (mode_ == Mode::off || made_->tasks_ < 2 || made_->tasks_ > INT32_MAX || made_->tasksPerBlock_ == 0 ||
        made_->indices_.empty())
      return;
    if (!made_->isUsable_ || isStarted_ || isStopped_ || cudaPeekAtLastError() != cudaSuccess) return;
    const OwnErrors own;
    if (cudaGetDevice(&made_->device_) != cudaSuccess) return;
    if (cudaStreamCreateWithFlags(&made_->stream_, cudaStreamNonBlocking) != cudaSuccess) {
      made_->stream_ = nullptr;
      return;
    }
    made_->waitFor(0);  // what the program has asked for up to here comes first
    const std::shared_ptr<Ordering> made = made_;
    background_.start(
        mode_ != Mode::always, [made](Background::Link& link) { made->prepare(link); }, [made] { made->drop(); });
    isStarted_ = true;
  }

  /// Before each launch: its grid and block, the tasks it is told of and its stream. Decides which order it gets.
  void begin(dim3 grid, dim3 block, uint64_t tasks, cudaStream_t stream = 0) {
    isNew_ = false;
    launchStream_ = stream;
    if (!isStarted_ || isStopped_ || isCaptured(stream)) return;
    const OwnErrors own;
    readClocks();
    const bool all = tasks == made_->tasks_ && uint64_t(grid.x) * block.x >= made_->tasks_ && grid.y == 1 &&
                     grid.z == 1 && block.y == 1 && block.z == 1;
    const bool proven = mode_ == Mode::always || (trial_.original() > 0 && trial_.answer() != Trial::Answer::fallBack);
    const bool isReady = background_.done();
    isNew_ = all && isReady && made_->ready_ && proven;
    // Clocks rise while a program warms up: the original is timed again now and then until its rival is there.
    const bool wanted = isNew_ ? trial_.wantsNew() : trial_.wantsOriginal() || (!isReady && launches_ % 16 == 0);
    ++launches_;
    const bool clocked = mode_ == Mode::automatic && all && wanted;
    if (clocked) clock_ = startClock(isNew_);
    if (!isNew_) return;
    remember(stream);
    for (Ordering::Array& array : made_->arrays_) {
      if (array.role == Ordering::Role::update) permute(array.own, array.scratch, array.bytes, made_->tasks_, true);
    }
  }
  /// What a launch gets in place of an array that was named.
  template <class T>
  T* at(T* array) const {
    if (!isNew_ && first_ == 0) return array;
    for (const Ordering::Array& one : made_->arrays_) {
      if (one.own != array) continue;
      if (isNew_) return static_cast<T*>(one.scratch);
      return one.role == Ordering::Role::inRows ? array : array + first_ * (one.bytes / sizeof(T));
    }
    return array;
  }
  /// After each launch.
  void end() {
    if (!isNew_ && clock_ < 0) return;
    const OwnErrors own;
    if (isNew_ && own.wasClean) {  // a launch that failed has written nothing
      for (Ordering::Array& array : made_->arrays_) {
        if (array.isOutput()) permute(array.scratch, const_cast<void*>(array.own), array.bytes, made_->tasks_, false);
      }
    }
    if (clock_ >= 0) cudaEventRecord(clocks_[clock_].end, launchStream_);
    clock_ = -1;
    isNew_ = false;
  }

  /// For a kernel that is launched once, in place of begin() and end(): runs it in pieces of its tasks, one after
  /// another, so that what is left when the order is there can use it. `launch(count)` launches the kernel for `count`
  /// tasks; at() gives arrays whose first task is the first of them. Waits for the pieces.
  template <class Launch>
  void inPieces(unsigned pieces, Launch launch, cudaStream_t stream = 0) {
    const OwnErrors own;
    launchStream_ = stream;
    const uint64_t blocks = (made_->tasks_ + made_->tasksPerBlock_ - 1) / std::max(made_->tasksPerBlock_, 1u);
    const uint64_t piece = std::max<uint64_t>((blocks + pieces - 1) / std::max(pieces, 1u), 1) * made_->tasksPerBlock_;
    for (first_ = 0; first_ < made_->tasks_;) {
      if (isStarted_ && !isStopped_ && made_->rows_ < 0 && background_.done() && made_->ready_ && moveRest()) {
        const uint64_t rest = made_->tasks_ - first_;
        isNew_ = true;
        launch(rest);
        const bool ran = cudaPeekAtLastError() == cudaSuccess || !own.wasClean;
        for (Ordering::Array& array : made_->arrays_) {
          if (ran && array.isOutput()) permute(array.scratch, const_cast<void*>(array.own), array.bytes, rest, false);
        }
        isNew_ = false;
        break;
      }
      const uint64_t count = std::min(piece, made_->tasks_ - first_);
      launch(count);
      first_ += count;
      if (first_ < made_->tasks_ && cudaStreamSynchronize(stream) != cudaSuccess) break;
    }
    first_ = 0;
  }

  /// After the last launch, and before any of the arrays is freed or changed. Waits for a copy of 4 MiB at most, not
  /// for the plan and not for the GPU.
  void stop() {
    if (isStopped_) return;
    isStopped_ = true;
    if (!isStarted_) return;
    const OwnErrors own;
    report();
    if (background_.stop()) {
      for (const cudaStream_t used : usedStreams_) made_->waitFor(used);
      made_->drop();
    }
    for (Clock& clock : clocks_) {
      cudaEventDestroy(clock.begin);
      cudaEventDestroy(clock.end);
    }
    clocks_.clear();
  }

  /// What was planned, once it was; null before.
  const warpwright_plan* plan() const { return background_.done() ? made_->plan_.get() : nullptr; }
  const Trial& trial() const { return trial_; }
  bool usesNewOrder() const { return isNew_; }

 private:
  struct Clock {
    cudaEvent_t begin, end;
    bool isNew, isRunning;
  };
  template <class T>
  static constexpr bool isSigned() {
    return T(-1) < T(0);
  }
  // The tasks from first_ on, in the new order, into the arrays of that order.
  bool moveRest() {
    std::vector<uint32_t> rest;
    rest.reserve(made_->tasks_ - first_);
    for (uint64_t p = 0; p < made_->tasks_; ++p) {
      if (made_->plan_->order[p] >= first_) rest.push_back(made_->plan_->order[p]);
    }
    if (cudaMemcpyAsync(made_->order_, rest.data(), rest.size() * sizeof(uint32_t), cudaMemcpyHostToDevice,
                        launchStream_) != cudaSuccess ||
        cudaStreamSynchronize(launchStream_) != cudaSuccess) {
      return false;
    }
    remember(launchStream_);
    for (Ordering::Array& array : made_->arrays_) {
      if (array.role != Ordering::Role::output) permute(array.own, array.scratch, array.bytes, rest.size(), true);
    }
    return true;
  }

  void permute(const void* from, void* to, size_t bytes, uint64_t tasks, bool back) {
    const uint32_t size = bytes % 4 == 0 ? 4 : 1;
    const uint32_t words = static_cast<uint32_t>(bytes / size);
    const auto blocks = static_cast<unsigned>((tasks * words + 255) / 256);
    if (size == 4) {
      permuteTasks<<<blocks, 256, 0, launchStream_>>>(static_cast<const uint32_t*>(from), static_cast<uint32_t*>(to),
                                                      made_->order_, tasks, words, back);
    } else {
      permuteTasks<<<blocks, 256, 0, launchStream_>>>(static_cast<const char*>(from), static_cast<char*>(to),
                                                      made_->order_, tasks, words, back);
    }
  }

  int startClock(bool isNew) {
    int free = -1;
    for (size_t i = 0; i < clocks_.size(); ++i) {
      if (!clocks_[i].isRunning) free = static_cast<int>(i);
    }
    if (free < 0 && clocks_.size() < 4) {
      Clock clock{};
      if (cudaEventCreate(&clock.begin) != cudaSuccess) return -1;
      if (cudaEventCreate(&clock.end) != cudaSuccess) {
        cudaEventDestroy(clock.begin);
        return -1;
      }
      free = static_cast<int>(clocks_.size());
      clocks_.push_back(clock);
    }
    if (free < 0 || cudaEventRecord(clocks_[free].begin, launchStream_) != cudaSuccess) return -1;
    clocks_[free].isNew = isNew;
    clocks_[free].isRunning = true;
    return free;
  }
  void readClocks() {
    for (Clock& clock : clocks_) {
      float milliseconds = 0;
      if (!clock.isRunning || cudaEventQuery(clock.end) != cudaSuccess) continue;
      if (cudaEventElapsedTime(&milliseconds, clock.begin, clock.end) == cudaSuccess)
        trial_.add(clock.isNew, milliseconds);
      clock.isRunning = false;
    }
  }
  static bool isCaptured(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return stream && (cudaStreamIsCapturing(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone);
  }
  void remember(cudaStream_t stream) {
    if (std::find(usedStreams_.begin(), usedStreams_.end(), stream) == usedStreams_.end())
      usedStreams_.push_back(stream);
  }
  void report() {
    const char* text = std::getenv("WARPWRIGHT_RUNTIME");
    if (!text || std::strcmp(text, "report") != 0) return;
    readClocks();
    const warpwright_plan* made = plan();
    std::fprintf(stderr, "warpwright: %llu tasks: %s", static_cast<unsigned long long>(made_->tasks_),
                 made ? made->note : "no plan yet");
    if (made)
      std::fprintf(stderr, "; %.3f s, redundant loads %.1f %% of %.1f %%", made->seconds, 100 * made->redundant_loads,
                   100 * made->default_redundant_loads);
    if (trial_.withNewOrder() > 0) {
      std::fprintf(stderr, "; a launch takes %.4f ms, before %.4f ms: %s", trial_.withNewOrder(), trial_.original(),
                   trial_.answer() == Trial::Answer::fallBack ? "fallen back" : "kept");
      if (made) std::fprintf(stderr, ", paid for after %.0f launches", trial_.breakEven(made->seconds));
    }
    std::fprintf(stderr, "\n");
  }

  const Mode mode_ = modeFromEnvironment();
  std::shared_ptr<Ordering> made_;  ///< its own until start(), then of the thread until background_ is done
  bool isStarted_ = false, isStopped_ = false;
  cudaStream_t launchStream_ = nullptr;
  bool isNew_ = false;
  uint64_t launches_ = 0, first_ = 0;  // of inPieces(): the task that the piece begins with
  int clock_ = -1;
  std::vector<Clock> clocks_;
  std::vector<cudaStream_t> usedStreams_;
  Trial trial_;
  Background background_;
};

}  // namespace runtime
}  // namespace warpwright
