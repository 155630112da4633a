#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine/check/stream_order.h"
#include "analysis/engine/cuda/cuda_arrays.h"
#include "analysis/engine/cuda/cuda_graphs.h"
#include "analysis/engine/cuda/cuda_textures.h"
#include "analysis/engine/cuda/cuda_types.h"
#include "analysis/engine/cuda/fused_launches.h"
#include "analysis/engine/cuda/host_functions.h"
#include "analysis/engine/cuda/launch_capturer.h"
#include "analysis/engine/cuda/launch_observer.h"
#include "analysis/engine/host/host_program.h"
#include "analysis/engine/host/host_watch.h"
#include "analysis/engine/host/output_recorder.h"
#include "analysis/engine/host/source_lines.h"
#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/device_program.h"
#include "analysis/engine/run/known_places.h"
#include "core/device/device.h"

namespace warpwright::engine {

/// What the runtime tells while the program runs.
struct RuntimeEvents {
  std::function<void(const EngineLaunch&)> launch;
  /// A launch is about to begin. Empty: nobody asks what launches are like.
  std::function<void(const Observation&)> observed;
  std::function<void(const EngineProgress&)> progress;
  /// The capture is written and nothing else is wanted: does not return.
  std::function<void()> captured;
  /// As `captured`, of the launches for the model of a fused chip, or of those whose requests are kept.
  std::function<void()> modelled;
  /// The program cannot go on: does not return.
  std::function<void(Error)> stop;
};

struct RuntimeOptions {
  bool check = false;
  bool countAccesses = false;  ///< of each launch; `check` does so, too
  bool metrics = false;
  unsigned workers = 1;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::vector<std::string> assumptions;  ///< `Assumption::check` texts
  Device device;                         ///< what device queries answer
  uint64_t memoryLimitBytes = 0;
  const EngineJob* captureFor = nullptr;             ///< a job that asks for a capture; outlives the runtime
  const RequestTraceRequest* requestsFor = nullptr;  ///< launches whose requests are kept; outlives the runtime
  KnownPlaces places;                                ///< of allocations of another run
  FusedLaunches* fused = nullptr;                    ///< launches for the model of a fused chip; outlives the runtime
};

/// The CUDA runtime of a user's program on the CPU engine. All work is done in the order of the calls; with `check`,
/// what streams and events leave unordered is found all the same (cuda_order.cpp). One a process: the C interface has
/// no place for a second (see `current`).
class CudaRuntime {
  /// A thread of the host is in the runtime.
  class HostAway {
   public:
    explicit HostAway(CudaRuntime& runtime) : runtime_(runtime) {
      ++ofThisThread;
      if (runtime_.away_++ == 0) runtime_.hostIsAway();
    }
    ~HostAway() {
      if (--runtime_.away_ == 0) runtime_.hostGoesOn();
      --ofThisThread;
    }
    HostAway(const HostAway&) = delete;
    HostAway& operator=(const HostAway&) = delete;

    /// How often the calling thread is in the runtime: calls are made of others.
    static inline thread_local int ofThisThread = 0;

   private:
    CudaRuntime& runtime_;
  };

 public:
  CudaRuntime(Arena& arena, DeviceProgram& program, OutputRecorder& recorder, SourceLines& lines,
              RuntimeOptions options, RuntimeEvents events);
  CudaRuntime(const CudaRuntime&) = delete;
  CudaRuntime& operator=(const CudaRuntime&) = delete;

  /// The functions that a user's program calls, by symbol.
  static HostProgram::Symbols symbols();
  /// The runtime that those functions work on. Set before the program runs.
  static CudaRuntime*& current();

  void setCallSites(const std::vector<CallSite>& sites) { sites_ = &sites; }
  /// Where the calling thread is about to call the runtime from.
  SourcePosition here() const;
  /// Of the call that the calling thread has made last, among the program's.
  static uint32_t callSiteNumber();
  /// The program does something with what the call under way gives.
  bool looksAtAnswer() const;
  /// "cudaMalloc (main.cu:41)": the last call, for messages about a program that hangs.
  std::string lastCall() const;

  /// Runs `call` under the lock of the runtime and keeps its error code, as cudaGetLastError gives it.
  template <typename Call>
  int enter(Call call) {
    runHostFunctions();
    const std::lock_guard lock(mutex_);
    const HostAway away(*this);
    if (sticky_ != cuda::success) return sticky_;
    const int code = call(*this);
    if (code != cuda::success) lastError_ = code;
    return code;
  }
  int takeLastError();
  int peekLastError() const;

  /// A call of a library on top of the runtime, which works on memory by itself: all that was begun counts as done.
  class LibraryCall {
   public:
    explicit LibraryCall(CudaRuntime& runtime) : lock_((runtime.runHostFunctions(), runtime.mutex_)), away_(runtime) {
      runtime.order_.hostWaitsForAll();
      runtime.showPrinted();
    }

   private:
    const std::lock_guard<std::recursive_mutex> lock_;
    const HostAway away_;
  };

  // What orders work (cuda_order.cpp). Work that is begun within other work is a part of that.
  StreamOrder& order() { return order_; }
  /// Does a piece of a stream's work.
  template <typename Call>
  int inOrder(const void* stream, Call call) {
    if (!order_.working()) stream_ = stream;
    beginWork(stream);
    const int code = call();
    order_.end();
    return code;
  }
  /// Has the host run a function in the order of a stream (cuda_streams.cpp).
  int callHost(const void* stream, std::function<void()> function);
  /// Those that are left, where the calling thread is outside of the runtime.
  void runHostFunctions() {
    if (HostAway::ofThisThread == 0) hostFunctions_.runAll();
  }
  /// The host reads and writes what it likes: it runs in the order of a stream.
  void pauseHostWatch(bool pause) { hostPaused_ += pause ? 1 : -1; }
  /// The host gives memory to the system, which is not stopped by pages that are protected: to be called before, with
  /// the watch paused until after.
  void hostHandsOver(const void* memory, uint64_t bytes, bool writes);
  /// The program is over: what it does not synchronise is told.
  void endHostWatch();
  void setHostPlaces(std::function<std::string(uint64_t programCounter)> functionAt) {
    hostFunctionAt_ = std::move(functionAt);
  }
  int keepRegistered(void* memory, uint64_t bytes);
  int dropRegistered(void* memory);
  /// What the checks do not look at of what the program did, in a sentence; empty: nothing.
  std::string notFollowed() const;

  // What kernels print (cuda_printed.cpp)
  /// Keeps the text of a kernel until the host shows it.
  void keepPrinted(std::string_view text);
  /// The text joins the output of the program. To be called where the CUDA C++ Programming Guide says that it does
  /// ("Formatted Output"): when a kernel is launched, by calls that wait for the device, a stream or an event, by
  /// copies that are not asynchronous, before a host function of a stream runs, and when the device is reset.
  void showPrinted();
  /// As `showPrinted`, from another thread, while the program stands where it does.
  void showPrintedAtStop();
  /// How much text was lost since nothing showed it, in a sentence; empty: none.
  std::string notShown() const;

  // Memory (cuda_memory.cpp)
  enum class MemoryKind { device, pinned, managed };
  int allocate(void** result, uint64_t bytes, MemoryKind kind);
  int release(void* pointer);
  /// The same in the order of a stream (cudaMallocAsync, cudaFreeAsync).
  int allocateInStream(void** result, uint64_t bytes, const void* stream);
  int releaseInStream(void* pointer, const void* stream);
  /// Takes the memory that the program has freed again, at the same address and with fresh contents, as graphs do that
  /// run once more; what is live stays.
  int allocateAgain(void* pointer);
  int copy(void* target, const void* source, uint64_t bytes, int kind);
  int copyRows(void* target, uint64_t targetPitch, const void* source, uint64_t sourcePitch, uint64_t width,
               uint64_t rows, int kind);
  int fill(void* target, int value, uint64_t bytes);
  /// cudaMemcpy3D (cuda_arrays.cpp)
  int copyVolume(cuda::CopyParameters3D parameters);
  const Allocation* liveAllocation(const void* address) const;
  std::optional<MemoryKind> kindOf(const void* address) const;
  /// Everything allocated so far counts as freed.
  void reset() {
    for (const auto& [address, kind] : kinds_) freedByReset_.insert(address);
  }
  /// What the program has not freed, in a sentence; empty where it has freed all.
  std::string unfreed() const;

  // Arrays and textures (cuda_arrays.cpp, cuda_textures.cpp)
  CudaArrays& arrays() { return arrays_; }
  TextureTable& textures() { return program_.textures(); }
  TextureReferences& references() { return references_; }
  /// What texture and surface objects were made of, by handle.
  std::map<uint64_t, cuda::ResourceDescription>& resources() { return resources_; }
  std::optional<DeviceVariable> deviceVariable(unsigned unit, const char* name) const {
    return program_.variable(unit, name);
  }

  // Registered code (cuda_launch.cpp)
  void registerKernel(unsigned unit, const void* hostFunction, const char* name);
  void registerVariable(unsigned unit, const void* hostVariable, const char* name);
  int variable(const void* hostVariable, DeviceVariable& found);
  int attributes(const void* hostFunction, KernelAttributes& found);
  int launch(const void* hostFunction, cuda::Dim3 grid, cuda::Dim3 block, void** arguments, uint64_t sharedBytes,
             bool cooperative = false);
  /// The first launch that the device would not take, and how many there were, in a sentence; empty: none.
  std::string notLaunched() const;
  int setDynamicSharedLimit(const void* hostFunction, uint64_t bytes);
  uint64_t dynamicSharedLimit(const void* hostFunction);

  // Streams (cuda_graphs.cpp): work is done at once, or goes into the graph that the stream's work is captured for.
  CudaGraphs& graphs() { return graphs_; }
  int onStream(const void* stream, GraphWork work);
  int launchOnStream(const void* stream, KeptLaunch launch);

  const RuntimeOptions& options() const { return options_; }
  Arena& arena() { return arena_; }
  DeviceHeap& heap() { return program_.heap(); }
  std::chrono::steady_clock::time_point started() const { return started_; }
  bool knowsStream(const void* stream) const;
  std::map<const void*, int>& streams() { return streams_; }
  std::map<const void*, std::optional<std::chrono::steady_clock::time_point>>& events() { return events_; }

  /// Something the program did wrong, once for each kind and place.
  void addFinding(EngineFinding finding);
  const std::vector<EngineFinding>& findings() const { return findings_; }
  /// The first launch that did not run to its end.
  const std::optional<Error>& failure() const { return failure_; }
  OutputRecorder& recorder() { return recorder_; }
  /// Launches whose requests were written.
  uint64_t keptRequests() const { return keptRequests_; }
  /// Null where no capture was asked for.
  const LaunchCapturer* capturer() const { return capturer_ ? &*capturer_ : nullptr; }

 private:
  struct Kernel {
    unsigned unit = 0;
    std::string name;
    std::optional<KernelAttributes> attributes;
    std::vector<std::string> elementTypes;       ///< of pointer parameters, "" for others
    std::optional<uint64_t> dynamicSharedLimit;  ///< as the program has set it
  };
  struct Variable {
    unsigned unit = 0;
    std::string name;
  };

  void hostIsAway();
  void hostGoesOn();
  void beginWork(const void* stream);
  void nameWork(const std::string& kernel, const SourcePosition& at);
  void tellUnordered(const StreamOrder::Unordered& found);
  void tellDeviceTouch(uint64_t address, bool writes, uint64_t programCounter);
  bool isPageable(const void* host) const;
  void noteCopy(const void* target, const void* source, uint64_t targetBytes, uint64_t sourceBytes);
  Kernel* findKernel(const void* hostFunction);
  static uint64_t dynamicSharedLimit(const Kernel& kernel);
  int checkShape(const Kernel& kernel, cuda::Dim3 grid, cuda::Dim3 block, uint64_t sharedBytes) const;
  bool fitsAtOnce(const Kernel& kernel, cuda::Dim3 grid, cuda::Dim3 block, uint64_t sharedBytes) const;
  void checkAssumptions(const Kernel& kernel, cuda::Dim3 block, const std::vector<uint64_t>& pointers,
                        void** arguments);
  std::vector<std::vector<uint64_t>> nestedPointers(const Kernel& kernel, void** arguments) const;
  uint64_t addressOfVariable(const std::string& name) const;
  std::vector<uint64_t> pointerArguments(const Kernel& kernel, void** arguments) const;
  void makeCapturer();
  void observe(const Kernel& kernel, const LaunchRequest& request, const SourcePosition& place);
  int runLaunch(Kernel& kernel, const LaunchRequest& request);
  void modelLaunch(const Kernel& kernel, const LaunchRequest& request, memsim::GpuWork work);
  bool keepsRequestsOf(const std::string& kernel) const;
  void keepRequests(const memsim::RequestTrace& trace);
  int take(LaunchOutcome outcome);
  bool deviceRangeHolds(const void* address, uint64_t bytes, const char* doing);
  std::string describeAllocation();
  Result<uint64_t> placeOf(uint64_t bytes, const std::string& name, MemoryKind kind);

  Arena& arena_;
  DeviceProgram& program_;
  OutputRecorder& recorder_;
  SourceLines& lines_;
  RuntimeOptions options_;
  RuntimeEvents report_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::recursive_mutex mutex_;
  const std::vector<CallSite>* sites_ = nullptr;
  int lastError_ = cuda::success, sticky_ = cuda::success;
  std::map<const void*, Kernel> kernels_;
  std::map<const void*, Variable> variables_;
  std::map<uint64_t, MemoryKind> kinds_;
  std::set<uint64_t> freedByReset_, managedVariables_;
  CudaArrays arrays_;
  TextureReferences references_;
  std::map<uint64_t, cuda::ResourceDescription> resources_;
  CudaGraphs graphs_;
  std::map<const void*, int> streams_;
  std::map<const void*, std::optional<std::chrono::steady_clock::time_point>> events_;
  void noteRefused(const Kernel& kernel, cuda::Dim3 grid, cuda::Dim3 block, uint64_t sharedBytes, const char* why,
                   const SourcePosition& place);
  uint64_t launches_ = 0, allocations_ = 0, refusedLaunches_ = 0;
  std::string firstRefused_;
  uint64_t seenForRequests_ = 0, keptRequests_ = 0;  ///< launches
  std::vector<EngineFinding> findings_;
  std::map<std::string, size_t> findingIndex_;
  std::optional<Error> failure_;
  mutable std::mutex printedMutex_;  ///< blocks of a launch print side by side
  std::string printed_;
  std::optional<LaunchCapturer> capturer_;
  LaunchObserver observer_;
  const void* stream_ = nullptr;  ///< whose work is under way
  StreamOrder order_;
  std::optional<HostWatch> hostWatch_;
  HostFunctions hostFunctions_;
  int away_ = 0, hostPaused_ = 0;
  std::map<uint64_t, uint64_t> registered_;  ///< memory of the host, with its bytes
  std::string firstRegistered_;              ///< what the program calls it; empty: there was none
  std::function<std::string(uint64_t)> hostFunctionAt_;
  const HostWatch::Touch* hostTouch_ = nullptr;  ///< that is being told
  std::optional<StreamOrder::Work> launched_;    ///< by the call that is under way
  StreamOrder::Work leftAfter_;                  ///< the call after which the host went on
};

/// Symbols of the parts of the runtime.
void addMemorySymbols(HostProgram::Symbols& symbols);
void addArraySymbols(HostProgram::Symbols& symbols);
void addTextureSymbols(HostProgram::Symbols& symbols);
/// "kernel.cu:12"
std::string inFile(const SourcePosition& at);

void addLaunchSymbols(HostProgram::Symbols& symbols);
void addGraphSymbols(HostProgram::Symbols& symbols);
void addDriverSymbols(HostProgram::Symbols& symbols);  ///< after all others, some of which it names anew
void addHostMemorySymbols(HostProgram::Symbols& symbols);
void addPoolSymbols(HostProgram::Symbols& symbols);
void addStreamSymbols(HostProgram::Symbols& symbols);
void addHandOverSymbols(
    HostProgram::Symbols& symbols);  ///< of checked runs: functions of the C library that hand memory to the system
void addCublasSymbols(HostProgram::Symbols& symbols);  ///< of a library that stands on the runtime
void addCurandSymbols(HostProgram::Symbols& symbols);  ///< of another
void addDeviceSymbols(HostProgram::Symbols& symbols);
void addReuseSymbols(HostProgram::Symbols& symbols);  ///< libwarpwright_runtime, which rewritten programs link

/// "cudaErrorInvalidValue" and "invalid argument" of a code.
const char* errorName(int code);
const char* errorText(int code);

}  // namespace warpwright::engine
