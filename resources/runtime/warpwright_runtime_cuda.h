// The part of warpwright_runtime.h that needs CUDA. Include that one.
#pragma once

#include "warpwright_runtime_ordering.h"
#include "warpwright_runtime_staging.h"

namespace warpwright {
namespace runtime {

/// Runs the tasks of an unchanged kernel in an order in which a block's tasks share data. Until that order is known,
/// and where it proves slower, the kernel gets the program's own arrays: results are the same bit by bit either way, as
/// long as thread t of the kernel does nothing but read and write element t of the arrays named here, read other arrays
/// that the kernel does not write, and change integers by atomics whose result it does not use.
///
/// Arrays named with gathers(), reads(), rows() and permutes() must not change between start() and stop(). Not to be
/// used from several threads. Errors of CUDA calls made here are swallowed: the program then keeps its own order.
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
    made_->indices_.push_back({made_->add(array, sizeof(T) * perTask, Ordering::Role::input), 0, sizeof(T), perTask,
                               isSigned<T>(), data, isTruth<T>()});
    return *this;
  }
  /// The same for a member of a structure: order.gathers(d_edges, &Edge::from).
  template <class T, class M>
  TaskOrder& gathers(const T* array, M T::* member, int data = 0) {
    T sample{};
    const size_t offset =
        static_cast<size_t>(reinterpret_cast<char*>(&(sample.*member)) - reinterpret_cast<char*>(&sample));
    made_->indices_.push_back(
        {made_->add(array, sizeof(T), Ordering::Role::input), offset, sizeof(M), 1, isSigned<M>(), data, isTruth<M>()});
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
        {made_->add(array, sizeof(T), Ordering::Role::inRows), 0, sizeof(T), 1, isSigned<T>(), data, isTruth<T>()});
    return *this;
  }
  template <class T>
  TaskOrder& readsInRows(const T* array) {
    made_->add(array, sizeof(T), Ordering::Role::inRows);
    return *this;
  }

  /// The data of that number: the kernel reads `array` by the subscripts that gathers() and gathersInRows() name, each
  /// of which does nothing but subscript data of its number that is named here. It is put in the order in which tasks
  /// touch it, and the subscripts follow. `elements`: it has so many.
  template <class T>
  TaskOrder& permutes(const T* array, uint64_t elements, int data = 0) {
    made_->addData(array, sizeof(T), elements, data);
    return *this;
  }

  /// The data of that number, which may change from launch to launch: before its tasks begin, a block puts what they
  /// read of it in shared memory, and the subscripts become places there (the paper's Figure 8). That takes another
  /// kernel, one that begins with Staged::load(), to be launched where isStaged() says so. Each task reads whatever its
  /// subscripts of that number name, and each of those does nothing but subscript staged data. T: an element, which
  /// bytes copy. Called once for each array; Staged::load() has them in that order. That kernel is named with
  /// stagedBy().
  template <class T>
  TaskOrder& stages(int data = 0) {
    made_->addStage(sizeof(T), data);
    return *this;
  }

  /// The kernel that begins with Staged::load(). Where its blocks cannot be as large as those of the first (it may need
  /// more registers), nothing is staged.
  template <class Kernel>
  TaskOrder& stagedBy(Kernel* kernel) {
    made_->stagingKernel_ = reinterpret_cast<const void*>(kernel);
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
    isNew_ = all && isReady && made_->ready_ && proven && !wasInPieces_;
    // Places in shared memory are those of blocks as they were planned.
    isNew_ = isNew_ && (!made_->isStaged_ || block.x == made_->tasksPerBlock_);
    // Clocks rise while a program warms up: the original is timed again now and then until its rival is there.
    const bool wanted = isNew_ ? trial_.wantsNew() : trial_.wantsOriginal() || (!isReady && launches_ % 16 == 0);
    ++launches_;
    const bool clocked = mode_ == Mode::automatic && all && wanted;
    if (clocked) clock_ = startClock(isNew_);
    if (!isNew_) return;
    remember(stream);
    for (Ordering::Array& array : made_->arrays_) {
      if (array.role == Ordering::Role::update) made_->move(array, made_->tasks_, true, launchStream_);
    }
  }
  /// What a launch gets in place of an array that was named.
  template <class T>
  T* at(T* array) const {
    if (!isNew_ && first_ == 0) return array;
    for (const Ordering::Array& one : made_->arrays_) {
      if (one.own != array) continue;
      // Pieces are made of the program's own subscripts.
      if (one.role == Ordering::Role::data)
        return isNew_ && !inPieces_ && one.scratch ? static_cast<T*>(one.scratch) : array;
      if (isNew_) return static_cast<T*>(one.scratch);
      return one.role == Ordering::Role::inRows ? array : array + first_ * (one.bytes / sizeof(T));
    }
    return array;
  }
  /// Between begin() and end(): is the kernel to be launched that begins with Staged::load()? It gets at() of the
  /// arrays of tasks, the program's own data, and stagedBytes() of shared memory.
  bool isStaged() const { return isNew_ && made_->isStaged_; }
  size_t stagedBytes() const { return isStaged() ? made_->stagedBytes_ : 0; }
  Staged staged() const { return isStaged() ? made_->staged() : Staged{}; }
  /// After each launch.
  void end() {
    if (!isNew_ && clock_ < 0) return;
    const OwnErrors own;
    if (isNew_ && own.wasClean) {  // a launch that failed has written nothing
      for (Ordering::Array& array : made_->arrays_) {
        if (array.isOutput()) made_->move(array, made_->tasks_, false, launchStream_);
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
    inPieces_ = true;
    const uint64_t blocks = (made_->tasks_ + made_->tasksPerBlock_ - 1) / std::max(made_->tasksPerBlock_, 1u);
    const uint64_t piece = std::max<uint64_t>((blocks + pieces - 1) / std::max(pieces, 1u), 1) * made_->tasksPerBlock_;
    for (first_ = 0; first_ < made_->tasks_;) {
      if (isStarted_ && !isStopped_ && made_->rows_ < 0 && background_.done() && made_->ready_ && !made_->isStaged_ &&
          moveRest()) {
        const uint64_t rest = made_->tasks_ - first_;
        isNew_ = wasInPieces_ = true;
        launch(rest);
        const bool ran = cudaPeekAtLastError() == cudaSuccess || !own.wasClean;
        for (Ordering::Array& array : made_->arrays_) {
          if (ran && array.isOutput()) made_->move(array, rest, false, launchStream_);
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
    inPieces_ = false;
  }

  /// After the last launch, and before any of the arrays is freed or changed. Waits for a copy of 4 MiB at most, or for
  /// one of the data on the GPU, not for the plan.
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
    static_assert(sizeof(T) <= 8, "subscripts have at most 64 bits");
    return T(-1) < T(0);
  }
  template <class T>
  static constexpr bool isTruth() {
    return std::is_same<typename std::remove_cv<T>::type, bool>::value;
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
      if (array.role == Ordering::Role::data) continue;
      if (array.role != Ordering::Role::output) made_->move(array, rest.size(), true, launchStream_);
    }
    return true;
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
    if (made && made_->isStaged_) std::fprintf(stderr, "; blocks stage %zu bytes", made_->stagedBytes_);
    std::fprintf(stderr, "\n");
  }

  const Mode mode_ = modeFromEnvironment();
  std::shared_ptr<Ordering> made_;  ///< its own until start(), then of the thread until background_ is done
  bool isStarted_ = false, isStopped_ = false;
  cudaStream_t launchStream_ = nullptr;
  bool isNew_ = false, inPieces_ = false;
  bool wasInPieces_ = false;           // the arrays of the new order hold the last of the tasks
  uint64_t launches_ = 0, first_ = 0;  // of inPieces(): the task that the piece begins with
  int clock_ = -1;
  std::vector<Clock> clocks_;
  std::vector<cudaStream_t> usedStreams_;
  Trial trial_;
  Background background_;
};

}  // namespace runtime
}  // namespace warpwright
