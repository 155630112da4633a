#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "analysis/engine/cuda/cuda_runtime.h"
#include "analysis/engine/cuda/launch_checks.h"
#include "analysis/engine/lower/source_names.h"
#include "core/device/launch_limits.h"
#include "core/device/occupancy.h"
#include "core/kernel/kernel_name.h"

/// Launches of the CUDA runtime, and what the compiler adds to programs for them.
namespace warpwright::engine {
namespace {

template <typename Call>
int enter(Call call) {
  return CudaRuntime::current()->enter(call);
}

/// What `<<<…>>>` pushed for the launch that follows.
struct PendingLaunch {
  cuda::Dim3 grid, block;
  size_t sharedBytes = 0;
  void* stream = nullptr;
  SourcePosition at;
};
thread_local std::vector<PendingLaunch> pendingLaunches;
/// Where the launch stands whose configuration was popped last: what calls cudaLaunchKernel then is the kernel's stub.
thread_local std::optional<SourcePosition> configuredAt;

/// The error code that a device would give for what went wrong in a kernel.
int codeOf(FailureCause cause) {
  switch (cause) {
    case FailureCause::address:
      return cuda::illegalAddress;
    case FailureCause::misaligned:
      return cuda::misalignedAddress;
    case FailureCause::assertion:
      return cuda::assertFailed;
    case FailureCause::other:
      break;
  }
  return cuda::launchFailure;
}

std::array<uint32_t, 3> arrayOf(cuda::Dim3 size) {
  return {size.x, size.y, size.z};
}

}  // namespace

int CudaRuntime::checkShape(const Kernel& kernel, cuda::Dim3 grid, cuda::Dim3 block, uint64_t sharedBytes) const {
  const uint64_t threads = uint64_t{block.x} * block.y * block.z;
  const bool empty = threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0;
  const bool tooLarge = exceeds(arrayOf(grid), mostBlocks) || exceeds(arrayOf(block), mostThreads);
  if (empty || tooLarge || threads > options_.device.maxThreadsPerBlock) {
    return cuda::invalidConfiguration;
  }
  if (threads > kernel.attributes->maxThreadsPerBlock) return cuda::launchOutOfResources;
  return sharedBytes > dynamicSharedLimit(kernel) ? cuda::invalidValue : cuda::success;
}

/// Blocks of a cooperative launch wait for each other, so the device must hold all of them.
bool CudaRuntime::fitsAtOnce(const Kernel& kernel, cuda::Dim3 grid, cuda::Dim3 block, uint64_t sharedBytes) const {
  const Occupancy occupancy = computeOccupancy(
      options_.device, {block.x * block.y * block.z, 32, kernel.attributes->staticSharedBytes + sharedBytes});
  return uint64_t{grid.x} * grid.y * grid.z <= uint64_t{occupancy.blocks} * options_.device.multiprocessors;
}

std::vector<uint64_t> CudaRuntime::pointerArguments(const Kernel& kernel, void** arguments) const {
  std::vector<uint64_t> pointers;
  for (size_t i = 0; i < kernel.attributes->parameterSizes.size(); ++i) {
    uint64_t value = 0;
    if (kernel.attributes->parameterSizes[i] == sizeof value && arguments && arguments[i]) {
      std::memcpy(&value, arguments[i], sizeof value);
    }
    pointers.push_back(arena_.contains(value) ? value : 0);
  }
  return pointers;
}

std::vector<std::vector<uint64_t>> CudaRuntime::nestedPointers(const Kernel& kernel, void** arguments) const {
  std::vector<std::vector<uint64_t>> nested(kernel.attributes->parameterSizes.size());
  for (size_t i = 0; arguments && i < nested.size(); ++i) {
    for (size_t at = 0; arguments[i] && at + sizeof(uint64_t) <= kernel.attributes->parameterSizes[i];
         at += sizeof(uint64_t)) {
      uint64_t value = 0;
      std::memcpy(&value, static_cast<const char*>(arguments[i]) + at, sizeof value);
      if (arena_.contains(value)) nested[i].push_back(value);
    }
  }
  return nested;
}

uint64_t CudaRuntime::addressOfVariable(const std::string& name) const {
  for (const auto& [host, variable] : variables_) {
    const std::string plain = variableName(variable.name);
    const bool isIt = plain == name || plain.ends_with("::" + name);
    const auto found = isIt ? program_.variable(variable.unit, variable.name) : std::nullopt;
    if (found) return found->address;
  }
  return 0;
}

void CudaRuntime::checkAssumptions(const Kernel& kernel, cuda::Dim3 block, const std::vector<uint64_t>& pointers,
                                   void** arguments) {
  if (options_.assumptions.empty()) return;
  std::vector<uint64_t> textures;
  for (const auto& [handle, resource] : resources_) {
    if (resource.type == cuda::ResourceDescription::linear) {
      textures.push_back(reinterpret_cast<uint64_t>(resource.linearMemory.pointer));
    } else if (resource.type == cuda::ResourceDescription::pitched) {
      textures.push_back(reinterpret_cast<uint64_t>(resource.pitchedMemory.pointer));
    }
  }
  const LaunchFacts facts{kernel.attributes->name,
                          arrayOf(block),
                          [&] { return lines_.parameterNames(kernel.attributes->name, kernel.attributes->at); },
                          pointers,
                          nestedPointers(kernel, arguments),
                          [&](const std::string& name) { return addressOfVariable(name); },
                          std::move(textures)};
  for (const std::string& assumption : options_.assumptions) {
    const std::string broken = brokenAssumption(assumption, facts, arena_);
    if (broken.empty()) continue;
    EngineFinding finding;
    finding.kind = "assumption";
    finding.kernel = kernel.attributes->name;
    finding.object = assumption;
    finding.at = here();
    finding.message = broken;
    addFinding(std::move(finding));
  }
}

int CudaRuntime::launch(const void* hostFunction, cuda::Dim3 grid, cuda::Dim3 block, void** arguments,
                        uint64_t sharedBytes, bool cooperative) {
  const SourcePosition place = std::exchange(configuredAt, std::nullopt).value_or(here());
  Kernel* kernel = findKernel(hostFunction);
  if (!kernel) return cuda::invalidDeviceFunction;
  int code = checkShape(*kernel, grid, block, sharedBytes);
  if (code == cuda::success && cooperative && !fitsAtOnce(*kernel, grid, block, sharedBytes))
    code = cuda::cooperativeLaunchTooLarge;
  if (code != cuda::success) {
    noteRefused(*kernel, grid, block, sharedBytes, errorText(code), place);
    return code;
  }
  references_.refresh(textures());
  const std::vector<uint64_t> pointers = pointerArguments(*kernel, arguments);
  checkAssumptions(*kernel, block, pointers, arguments);
  nameWork(kernel->attributes->name, place);
  recorder_.beforeLaunch(kernel->attributes->name, pointers, kernel->elementTypes);
  LaunchRequest request;
  request.unit = kernel->unit;
  request.kernel = kernel->name;
  request.grid = arrayOf(grid);
  request.block = arrayOf(block);
  request.dynamicSharedBytes = sharedBytes;
  request.arguments = arguments;
  request.cooperative = cooperative;
  if (options_.metrics || options_.requestsFor != nullptr) {
    request.parameterNames = lines_.parameterNames(kernel->attributes->name, kernel->attributes->at);
  }
  if (report_.observed) observe(*kernel, request, place);
  if (!capturer_) return runLaunch(*kernel, request);
  capturer_->beforeLaunch({&request, &*kernel->attributes, pointers, kernel->elementTypes, place});
  code = runLaunch(*kernel, request);
  capturer_->afterLaunch(code == cuda::success);
  if (capturer_->written() && options_.captureFor->capture->stopAfter) report_.captured();
  return code;
}

void CudaRuntime::observe(const Kernel& kernel, const LaunchRequest& request, const SourcePosition& place) {
  const KernelAttributes& attributes = *kernel.attributes;
  const auto names = [&] { return lines_.parameterNames(attributes.name, attributes.at); };
  const auto isAllocated = [&](uint64_t base) { return kinds_.contains(base); };
  report_.observed(observer_.observe({request, attributes, place, stream_, names, isAllocated}));
}

/// Many programs never ask whether a launch was taken: they go on without what it would have computed.
void CudaRuntime::noteRefused(const Kernel& kernel, cuda::Dim3 grid, cuda::Dim3 block, uint64_t sharedBytes,
                              const char* why, const SourcePosition& place) {
  if (refusedLaunches_++ != 0) return;
  const auto shape = [](cuda::Dim3 size) {
    return "(" + std::to_string(size.x) + "," + std::to_string(size.y) + "," + std::to_string(size.z) + ")";
  };
  firstRefused_ = kernel.attributes->name + (place.isValid() ? " at " + inFile(place) : "") + " with grid " +
                  shape(grid) + ", block " + shape(block) + " and " + std::to_string(sharedBytes) +
                  " bytes of shared memory: " + why;
}

std::string CudaRuntime::notLaunched() const {
  if (refusedLaunches_ == 0) return "";
  const std::string others =
      std::to_string(refusedLaunches_ - 1) + (refusedLaunches_ == 2 ? " other launch" : " other launches");
  return "Not launched: " + firstRefused_ + (refusedLaunches_ > 1 ? "; " + others + " failed, too." : ".");
}

void CudaRuntime::makeCapturer() {
  const auto kindOf = [this](const Allocation& allocation) {
    const auto kind = kinds_.find(allocation.base);
    if (kind == kinds_.end() || kind->second == MemoryKind::device) return CapturedMemory::Kind::device;
    return kind->second == MemoryKind::pinned ? CapturedMemory::Kind::pinned : CapturedMemory::Kind::managed;
  };
  capturer_.emplace(*options_.captureFor, arena_, program_, kindOf,
                    [this](const std::string& text) { report_.progress({"capture", text, -1}); });
}

int CudaRuntime::runLaunch(Kernel& kernel, const LaunchRequest& request) {
  ++launches_;
  LaunchOptions options;
  options.check = options_.check;
  options.footprint = order_.footprint();
  options.countAccesses = options_.check || options_.countAccesses;
  if (options_.metrics) options.metrics = MetricsOptions{options_.device};
  options.deadline = options_.deadline;
  options.workers = options_.workers;
  if (options_.fused && options_.fused->wants(kernel.attributes->name)) {
    Result<WorkOptions> work = options_.fused->optionsFor(request, *kernel.attributes);
    if (!work.ok())
      report_.stop(work.error());
    else if (request.cooperative)
      report_.stop(inputError("Cooperative launches are not modelled on a fused chip."));
    else
      options.work = *work;
  }
  if (keepsRequestsOf(request.kernel) && seenForRequests_++ >= options_.requestsFor->firstLaunch) {
    options.requests = RequestOptions{options_.device, options_.requestsFor->bytesLimit};
  }
  const std::string name = kernel.attributes->name + ", launch " + std::to_string(launches_);
  options.progress = [&](const LaunchProgress& now) {
    report_.progress(
        {"run", name + ", block " + std::to_string(now.blocksDone) + " of " + std::to_string(now.blocks), -1});
  };
  report_.progress({"run", name, -1});
  Result<LaunchOutcome> outcome = program_.launch(request, options, {});
  if (!outcome.ok()) {
    Error error = outcome.error();
    if (here().isValid()) error.message += " It is launched at " + inFile(here()) + ".";
    report_.stop(std::move(error));
    return cuda::launchFailure;
  }
  std::optional<memsim::GpuWork> work = std::move(outcome->work);
  const std::optional<memsim::RequestTrace> requests = std::move(outcome->requests);
  const int code = take(std::move(outcome.value()));
  if (requests && code == cuda::success) keepRequests(*requests);
  if (work && code == cuda::success) modelLaunch(kernel, request, *std::move(work));
  recorder_.addSums(program_.takeSumBounds());
  recorder_.watchHeap(program_.heap().live());
  recorder_.afterLaunch(kernel.attributes->name, here());
  return code;
}

bool CudaRuntime::keepsRequestsOf(const std::string& kernel) const {
  return options_.requestsFor != nullptr && meansKernel(options_.requestsFor->kernel, kernel);
}

void CudaRuntime::keepRequests(const memsim::RequestTrace& trace) {
  if (const Status kept = memsim::appendRequestTrace(options_.requestsFor->path, trace); !kept.ok())
    report_.stop(kept.error());
  if (++keptRequests_ == options_.requestsFor->launches) report_.modelled();
}

/// What the program reads is not written by the kernel: it does not matter that the kernel has run already.
void CudaRuntime::modelLaunch(const Kernel& kernel, const LaunchRequest& request, memsim::GpuWork work) {
  report_.progress({"model", kernel.attributes->name + ", launch " + std::to_string(launches_), -1});
  const auto variable = [&](const std::string& name) -> uint64_t {
    for (const std::string& symbol : {name, "_ZL" + std::to_string(name.size()) + name}) {
      if (const auto found = program_.variable(kernel.unit, symbol)) return found->address;
    }
    return 0;
  };
  const Status done = options_.fused->model(std::move(work), request, *kernel.attributes, arena_, variable);
  if (!done.ok()) report_.stop(done.error());
  if (options_.fused->complete()) report_.modelled();
}

int CudaRuntime::take(LaunchOutcome outcome) {
  report_.launch(outcome.record);
  for (EngineFinding& finding : outcome.findings) addFinding(std::move(finding));
  if (!outcome.failure) return cuda::success;
  showPrinted();  // no later call does anything but give the error
  if (options_.deadline && std::chrono::steady_clock::now() >= *options_.deadline) {
    report_.stop(std::move(*outcome.failure));
  }
  // As on a device: every later call gives the error, and the program ends as it sees fit.
  sticky_ = codeOf(outcome.cause);
  if (!failure_) failure_ = std::move(outcome.failure);
  return sticky_;
}

namespace {

/// The number of the unit is the handle: the host module was changed to pass it, one too large so that it is not null.
unsigned unitOf(void** handle) {
  return static_cast<unsigned>(reinterpret_cast<uintptr_t>(handle) - 1);
}

void** ww_cudaRegisterFatBinary(void* unit) {
  return static_cast<void**>(unit);
}
void ww_cudaRegisterFatBinaryEnd(void**) {}
void ww_cudaUnregisterFatBinary(void**) {}
void ww_cudaRegisterFunction(void** handle, const char* hostFunction, char*, const char* name, int, void*, void*, void*,
                             void*, int*) {
  CudaRuntime::current()->registerKernel(unitOf(handle), hostFunction, name);
}
void ww_cudaRegisterVar(void** handle, char* hostVariable, char*, const char* name, int, size_t, int, int) {
  CudaRuntime::current()->registerVariable(unitOf(handle), hostVariable, name);
}
void ww_cudaRegisterManagedVar(void** handle, void** hostPointer, char*, const char* name, int, size_t, int, int) {
  CudaRuntime& runtime = *CudaRuntime::current();
  runtime.registerVariable(unitOf(handle), hostPointer, name);
  DeviceVariable variable;
  if (runtime.variable(hostPointer, variable) == cuda::success)
    *hostPointer = reinterpret_cast<void*>(variable.address);
}
unsigned ww_cudaPushCallConfiguration(cuda::Dim3 grid, cuda::Dim3 block, size_t sharedBytes, void* stream) {
  pendingLaunches.push_back({grid, block, sharedBytes, stream, CudaRuntime::current()->here()});
  return 0;
}
int ww_cudaPopCallConfiguration(cuda::Dim3* grid, cuda::Dim3* block, size_t* sharedBytes, void** stream) {
  if (pendingLaunches.empty()) return cuda::missingConfiguration;
  const PendingLaunch& pending = pendingLaunches.back();
  *grid = pending.grid;
  *block = pending.block;
  *sharedBytes = pending.sharedBytes;
  *stream = pending.stream;
  configuredAt = pending.at;
  pendingLaunches.pop_back();
  return cuda::success;
}

int cudaLaunchKernel(const void* function, cuda::Dim3 grid, cuda::Dim3 block, void** arguments, size_t sharedBytes,
                     void* stream) {
  return enter([&](CudaRuntime& r) -> int {
    if (!r.graphs().capturing(stream)) {
      if (!r.knowsStream(stream)) return cuda::invalidResourceHandle;
      r.showPrinted();
      return r.inOrder(stream, [&] { return r.launch(function, grid, block, arguments, sharedBytes); });
    }
    KeptLaunch kept;
    const int code = keepLaunch(r, function, grid, block, sharedBytes, arguments, kept);
    return code != cuda::success ? code : r.launchOnStream(stream, std::move(kept));
  });
}
int cudaLaunchCooperativeKernel(const void* function, cuda::Dim3 grid, cuda::Dim3 block, void** arguments,
                                size_t sharedBytes, void* stream) {
  return enter([&](CudaRuntime& r) -> int {
    KeptLaunch kept;
    kept.cooperative = true;
    const int code = keepLaunch(r, function, grid, block, sharedBytes, arguments, kept);
    return code != cuda::success ? code : r.launchOnStream(stream, std::move(kept));
  });
}
int cudaLaunchKernelExC(const cuda::LaunchConfiguration* c, const void* function, void** arguments) {
  if (!c) return cuda::invalidValue;
  // Each attribute: its number, padding, and 64 bytes of value.
  constexpr int cooperativeLaunch = 2;
  struct Attribute {
    int id, padding, value[16];
  };
  const auto* attributes = static_cast<const Attribute*>(c->attributes);
  for (unsigned i = 0; i < c->attributeCount; ++i) {
    if (attributes[i].id != cooperativeLaunch || attributes[i].value[0] == 0) continue;
    return cudaLaunchCooperativeKernel(function, c->grid, c->block, arguments, c->dynamicSharedBytes, c->stream);
  }
  return cudaLaunchKernel(function, c->grid, c->block, arguments, c->dynamicSharedBytes, c->stream);
}

int cudaFuncGetAttributes(cuda::FunctionAttributes* result, const void* function) {
  return enter([&](CudaRuntime& r) -> int {
    KernelAttributes attributes;
    if (const int code = r.attributes(function, attributes); code != cuda::success) return code;
    const int version = std::atoi(r.options().device.arch.c_str() + 3);
    *result = {attributes.staticSharedBytes,
               0,
               attributes.localBytes,
               static_cast<int>(attributes.maxThreadsPerBlock),
               32,
               version,
               version,
               0,
               static_cast<int>(r.dynamicSharedLimit(function)),
               -1};
    return cuda::success;
  });
}
int cudaFuncSetAttribute(const void* function, int attribute, int value) {
  return enter([&](CudaRuntime& r) -> int {
    constexpr int maxDynamicSharedMemorySize = 8;
    if (attribute != maxDynamicSharedMemorySize) return cuda::success;
    return value < 0 ? cuda::invalidValue : r.setDynamicSharedLimit(function, static_cast<uint64_t>(value));
  });
}
int cudaFuncSetCacheConfig(const void* function, int) {
  return enter([&](CudaRuntime& r) -> int {
    KernelAttributes attributes;
    return r.attributes(function, attributes);
  });
}
int cudaFuncSetSharedMemConfig(const void* function, int mode) {
  return cudaFuncSetCacheConfig(function, mode);
}

}  // namespace

void addLaunchSymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cudaLaunchKernel);
  WARPWRIGHT_SYMBOL(cudaLaunchCooperativeKernel);
  WARPWRIGHT_SYMBOL(cudaLaunchKernelExC);
  WARPWRIGHT_SYMBOL(cudaFuncGetAttributes);
  WARPWRIGHT_SYMBOL(cudaFuncSetAttribute);
  WARPWRIGHT_SYMBOL(cudaFuncSetCacheConfig);
  WARPWRIGHT_SYMBOL(cudaFuncSetSharedMemConfig);
#undef WARPWRIGHT_SYMBOL
#define WARPWRIGHT_SYMBOL(name) symbols["__" #name] = reinterpret_cast<void*>(&ww_##name)
  WARPWRIGHT_SYMBOL(cudaRegisterFatBinary);
  WARPWRIGHT_SYMBOL(cudaRegisterFatBinaryEnd);
  WARPWRIGHT_SYMBOL(cudaUnregisterFatBinary);
  WARPWRIGHT_SYMBOL(cudaRegisterFunction);
  WARPWRIGHT_SYMBOL(cudaRegisterVar);
  WARPWRIGHT_SYMBOL(cudaRegisterManagedVar);
  WARPWRIGHT_SYMBOL(cudaPushCallConfiguration);
  WARPWRIGHT_SYMBOL(cudaPopCallConfiguration);
#undef WARPWRIGHT_SYMBOL
}

}  // namespace warpwright::engine
