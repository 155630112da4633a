#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine/lower/device_unit.h"
#include "analysis/engine/memory/device_heap.h"
#include "analysis/engine/run/failure_cause.h"
#include "core/base/result.h"
#include "core/base/source_range.h"
#include "core/device/device.h"
#include "core/job/engine_job.h"
#include "core/model/fused_chip/fused_gpu.h"
#include "core/model/memory/request_trace.h"
#include "core/model/memory/touch_trace.h"

namespace warpwright::engine {

struct BoundedSum;

class Footprint;
class TextureTable;

/// A variable of one unit, by its mangled name.
struct VariableName {
  unsigned unit = 0;
  std::string name;
  auto operator<=>(const VariableName&) const = default;
};

struct KernelAttributes {
  std::string name;  ///< demangled, without parameters
  SourcePosition at;
  uint64_t staticSharedBytes = 0, localBytes = 0;
  std::vector<uint64_t> parameterSizes;    ///< bytes of each argument
  std::vector<uint64_t> parameterOffsets;  ///< and where it lies in the parameter memory of a GPU
  unsigned maxThreadsPerBlock = 1024;      ///< smaller with __launch_bounds__
};

struct LaunchRequest {
  unsigned unit = 0;   ///< index into the units given to `load`
  std::string kernel;  ///< mangled device name
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t dynamicSharedBytes = 0;
  bool cooperative = false;                 ///< all blocks at once, so that they may wait for each other
  std::vector<std::string> parameterNames;  ///< for metrics; may be empty
  void** arguments = nullptr;               ///< one pointer to each argument's bytes, as cudaLaunchKernel has them
};

struct LaunchProgress {
  uint64_t blocksDone = 0, blocks = 0;
};

/// What to model while a launch runs.
struct MetricsOptions {
  Device device;
};

/// What to keep of a launch for the model of a fused chip.
struct WorkOptions {
  uint32_t residentBlocks = 1;                          ///< at once on a multiprocessor
  uint64_t residentInAll = 1;                           ///< and on all of them
  uint64_t bytesLimit = uint64_t{1} << 30;              ///< of requests
  memsim::GpuCode code = memsim::GpuCode::addresses64;  ///< of the modelled GPU
};

/// What to keep of a launch for trying cache policies.
struct RequestOptions {
  Device device;                             ///< whose blocks are resident together
  uint64_t bytesLimit = uint64_t{16} << 20;  ///< of requests of a launch; more: a sample of its blocks
};

/// What to keep of a launch for the graph of its tasks and data.
struct TouchOptions {
  uint64_t bytesLimit = uint64_t{1} << 29;  ///< eight for each element that a thread touches
};

struct LaunchOptions {
  bool check = false;                     ///< races, uninitialised shared reads, bounds, divergence, shuffles
  Footprint* footprint = nullptr;         ///< where to note what the launch touches in global memory; with `check`
  bool countAccesses = false;             ///< fills EngineLaunch::accesses (always counted with `check`)
  std::optional<MetricsOptions> metrics;  ///< fills EngineLaunch::metrics; without `check`
  std::optional<WorkOptions> work;  ///< fills LaunchOutcome::work; without the others, not of cooperative launches
  std::optional<RequestOptions>
      requests;  ///< fills LaunchOutcome::requests; without the others, not of cooperative launches
  std::optional<TouchOptions>
      touches;  ///< fills LaunchOutcome::touches; without the others, not of cooperative launches
  std::optional<std::chrono::steady_clock::time_point> deadline;  ///< past it the launch ends with a message
  unsigned workers = 1;                                           ///< threads that run blocks; with `check` one
  std::function<void(const LaunchProgress&)> progress;            ///< called at most some times a second; may be empty
};

/// What a launch did. `failure` set: it did not run to its end (fault, assert, trap, deadlock, deadline): the message
/// names kernel, block, thread and line, `range` is the line. Findings of `check` are there in both cases.
struct LaunchOutcome {
  EngineLaunch record;
  std::vector<EngineFinding> findings;
  std::optional<Error> failure;
  FailureCause cause = FailureCause::other;  ///< of the failure
  std::optional<memsim::GpuWork> work;
  std::optional<memsim::RequestTrace> requests;
  std::optional<memsim::TouchTrace> touches;  ///< its pieces of memory are the caller's to fill in
};

struct DeviceProgramOptions {
  /// Where device printf goes; called from the launching thread between blocks. Empty: standard output.
  std::function<void(std::string_view)> print;
  /// Device functions of several units see each other (-rdc=true): units are linked into one.
  bool relocatable = false;
  /// `Assumption::check` texts; those about places in kernels are looked at where launches are checked.
  std::vector<std::string> assumptions;
  bool check = false;      ///< launches will be checked: so is code behind pointers in variables
  bool exactSums = false;  ///< of floating-point numbers by atomics (see ExactSums): to compare programs
  bool boundSums = false;  ///< and `takeSumBounds` will be asked
  uint64_t deviceHeapBytes = DeviceHeap::defaultBytes;
  /// Addresses of variables that must lie where another run had them; others go where there is room.
  std::map<VariableName, uint64_t> places;
  bool placesAreWishes = false;  ///< a variable for which there is no room there goes elsewhere
};

/// The device code of a user's program, run on this machine's processor: device IR retargeted to x86-64, threads as
/// fibers, one block after another on each worker. Kernels are compiled when first launched, once with checks and once
/// without. Not for use from two threads at once. Faults of kernels are caught (see fault.h).
class DeviceProgram {
 public:
  /// Places the variables of all units in the arena and fills them. `arena` must outlive the program.
  /// Errors: unreadable bitcode, no room in the arena, a variable whose initialiser cannot be evaluated.
  static Result<DeviceProgram> load(std::vector<DeviceUnit> units, Arena& arena, DeviceProgramOptions options);
  DeviceProgram(DeviceProgram&&) noexcept;
  DeviceProgram& operator=(DeviceProgram&&) noexcept;
  ~DeviceProgram();

  /// Mangled names of the kernels of a unit.
  std::vector<std::string> kernels(unsigned unit) const;
  /// Null where the unit has no such variable (mangled device name).
  std::optional<DeviceVariable> variable(unsigned unit, std::string_view name) const;
  /// All variables; with relocatable code all are of unit 0.
  std::map<VariableName, DeviceVariable> variables() const;
  /// True where variables of the program hold addresses of device functions, which differ from run to run.
  bool holdsFunctionAddresses() const;
  /// Errors: no such kernel, what it uses that the engine does not have (with the source line).
  Result<KernelAttributes> attributes(unsigned unit, const std::string& kernel);

  /// Runs a launch to its end. Errors: no such kernel; something it uses is not supported (named with its line, before
  /// anything runs); a launch shape that no GPU accepts; cancelled. What the kernel does wrong is in the outcome.
  Result<LaunchOutcome> launch(const LaunchRequest& request, const LaunchOptions& options, std::stop_token stop);

  /// What kernels allocate.
  DeviceHeap& heap();
  /// The texture and surface objects that kernels see.
  TextureTable& textures();
  /// Of the assumptions about places: those that checked code has come to.
  std::vector<std::string> assumptionsChecked() const;
  /// Sums that atomics have made since it was last asked.
  std::vector<BoundedSum> takeSumBounds();
  /// Seconds spent compiling kernels so far.
  double compileSeconds() const;
  /// Remarks on how results may differ from a GPU ("libm in place of libdevice"), each once.
  const std::vector<std::string>& notes() const;

 private:
  struct State;
  explicit DeviceProgram(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace warpwright::engine
