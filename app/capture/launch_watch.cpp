#include "app/capture/launch_watch.h"

#include <nlohmann/json.hpp>

#include "core/base/symbol_name.h"
#include "core/execute/replay/capture_choice.h"

namespace warpwright::capture {
namespace {

namespace cupti = gpu::cupti;

/// True in callbacks that our own calls of the driver lead to.
thread_local bool ownCall = false;
/// True on the thread that captures, from before its launch to after it.
thread_local bool isCapturer = false;

class OwnCalls {
 public:
  OwnCalls() { ownCall = true; }
  ~OwnCalls() { ownCall = false; }
};

constexpr uint32_t watchedCalls[] = {
    cupti::callMemFreeHost,
    cupti::callMemHostAlloc,
    cupti::callMemAlloc,
    cupti::callMemAllocPitch,
    cupti::callMemFree,
    cupti::callMemHostAllocV2,
    cupti::callMemAllocHost,
    cupti::callMemHostRegister,
    cupti::callMemHostUnregister,
    cupti::callLaunchKernel,
    cupti::callTexObjectCreate,
    cupti::callTexObjectDestroy,
    cupti::callSurfObjectCreate,
    cupti::callSurfObjectDestroy,
    cupti::callMemAllocManaged,
    cupti::callMemHostRegisterV2,
    cupti::callLaunchKernelPtsz,
    cupti::callLaunchCooperative,
    cupti::callLaunchCooperativePtsz,
    cupti::callGraphLaunch,
    cupti::callGraphLaunchPtsz,
    cupti::callMemMap,
    cupti::callMemUnmap,
    cupti::callMemAllocAsync,
    cupti::callMemAllocAsyncPtsz,
    cupti::callMemFreeAsync,
    cupti::callMemFreeAsyncPtsz,
    cupti::callMemAllocFromPool,
    cupti::callMemAllocFromPoolPtsz,
    cupti::callLaunchKernelEx,
    cupti::callLaunchKernelExPtsz,
};

template <typename T>
const T& as(const void* params) {
  return *static_cast<const T*>(params);
}

bool succeeded(const cupti::CallbackData& data) {
  return data.functionReturnValue && *static_cast<const gpu::CuResult*>(data.functionReturnValue) == gpu::cuSuccess;
}

}  // namespace

LaunchWatch::LaunchWatch(const GpuProgramRequest& request, const AnswerFile& answer, const gpu::CudaDriver& driver,
                         const gpu::Cupti& cupti)
    : request_(request), answer_(answer), driver_(driver), cupti_(cupti) {}

Status LaunchWatch::start() {
  const auto refused = [this](cupti::Code code) {
    return Error{ErrorKind::worker,
                 code == cupti::multipleSubscribers
                     ? "Another profiler is in this program: run it without."
                     : "NVIDIA's profiling library refused to follow the program: " + cupti_.text(code) + ".",
                 std::nullopt};
  };
  if (const cupti::Code code = cupti_.Subscribe(&subscriber_, &LaunchWatch::onCallback, this); code != 0)
    return refused(code);
  for (const uint32_t call : watchedCalls) {
    if (const cupti::Code code = cupti_.EnableCallback(1, subscriber_, cupti::domainDriver, call); code != 0)
      return refused(code);
  }
  const cupti::Code code = cupti_.EnableCallback(1, subscriber_, cupti::domainResource, cupti::resourceModuleLoaded);
  return code == 0 ? Status() : refused(code);
}

void LaunchWatch::onCallback(void* self, uint32_t domain, uint32_t id, const void* data) {
  if (ownCall || !data) return;
  auto& watch = *static_cast<LaunchWatch*>(self);
  try {
    if (domain == cupti::domainDriver) {
      watch.onCall(id, as<cupti::CallbackData>(data));
    } else if (domain == cupti::domainResource && id == cupti::resourceModuleLoaded) {
      const auto* module = static_cast<const cupti::ModuleData*>(as<cupti::ResourceData>(data).descriptor);
      if (module && module->cubin) watch.modules_.add({module->cubin, module->cubinSize});
    }
  } catch (const std::exception& problem) {
    // The program must not notice.
    watch.answer_.failure(inputError(std::string("The capture library failed: ") + problem.what() + "."));
    watch.endCapture();
  }
}

void LaunchWatch::onCall(uint32_t id, const cupti::CallbackData& data) {
  const bool enters = data.site == cupti::siteEnter;
  switch (id) {
    case cupti::callMemFree:
    case cupti::callMemFreeAsync:
    case cupti::callMemFreeAsyncPtsz:
    case cupti::callMemFreeHost:
    case cupti::callMemHostUnregister:
    case cupti::callMemUnmap:
    case cupti::callTexObjectDestroy:
    case cupti::callSurfObjectDestroy:
      // Before it happens: afterwards another thread may have been given the same address.
      if (enters) onFree(id, data.functionParams);
      return;
    case cupti::callGraphLaunch:
    case cupti::callGraphLaunchPtsz:
      if (enters) {
        const std::lock_guard lock(mutex_);
        ++graphs_;
      }
      return;
    case cupti::callLaunchKernel:
    case cupti::callLaunchKernelPtsz:
    case cupti::callLaunchCooperative:
    case cupti::callLaunchCooperativePtsz:
    case cupti::callLaunchKernelEx:
    case cupti::callLaunchKernelExPtsz:
      if (enters) {
        onLaunch(id, data);
      } else if (isCapturer && data.correlationId == correlation_) {
        onLaunched(data);
      }
      return;
    default:
      if (!enters && succeeded(data)) onAllocated(id, data);
  }
}

void LaunchWatch::onAllocated(uint32_t id, const cupti::CallbackData& data) {
  using Kind = CapturedMemory::Kind;
  const void* params = data.functionParams;
  const std::lock_guard lock(mutex_);
  switch (id) {
    case cupti::callMemAllocPitch: {
      const auto& pitched = as<cupti::AllocPitchParams>(params);
      allocations_.add(*pitched.address, {Kind::device, *pitched.pitch * pitched.height, data.context});
      break;
    }
    case cupti::callMemHostAlloc:
    case cupti::callMemHostAllocV2:
    case cupti::callMemAllocHost: {
      const auto& host = as<cupti::AllocHostParams>(params);
      allocations_.add(reinterpret_cast<uint64_t>(*host.address), {Kind::pinned, host.bytes, data.context});
      break;
    }
    case cupti::callMemHostRegister:
    case cupti::callMemHostRegisterV2:
    case cupti::callMemMap: {
      const auto& range = as<cupti::RangeParams>(params);
      allocations_.add(range.address,
                       {id == cupti::callMemMap ? Kind::device : Kind::pinned, range.bytes, data.context});
      break;
    }
    case cupti::callTexObjectCreate:
    case cupti::callSurfObjectCreate:
      ++textures_;
      break;
    default: {
      const auto& plain = as<cupti::AllocParams>(params);
      const Kind kind = id == cupti::callMemAllocManaged ? Kind::managed : Kind::device;
      allocations_.add(*plain.address, {kind, plain.bytes, data.context});
    }
  }
}

void LaunchWatch::onFree(uint32_t id, const void* params) {
  waitForCapture();
  const std::lock_guard lock(mutex_);
  if (id == cupti::callTexObjectDestroy || id == cupti::callSurfObjectDestroy) {
    --textures_;
  } else if (id == cupti::callMemUnmap) {
    allocations_.removeRange(as<cupti::RangeParams>(params).address, as<cupti::RangeParams>(params).bytes);
  } else {
    allocations_.remove(as<cupti::FreeParams>(params).address);
  }
}

/// While another thread captures, nothing may change the memory it stores.
void LaunchWatch::waitForCapture() {
  if (isCapturer) return;
  std::unique_lock lock(mutex_);
  captureEnded_.wait(lock, [this] { return !capturing_; });
}

void LaunchWatch::onLaunch(uint32_t id, const cupti::CallbackData& data) {
  std::optional<WatchedLaunch> launch = watchedLaunch(id, data);
  if (!launch) return;
  waitForCapture();
  int status = 0;
  {
    const OwnCalls own;
    if (driver_.cuStreamIsCapturing && driver_.cuStreamIsCapturing(launch->stream, &status) != gpu::cuSuccess)
      status = 0;
  }
  if (status != 0) return;  // recorded into a graph, not launched
  DeviceCapturer::Numbers numbers;
  if (count(*launch, numbers)) capture(*launch, numbers, data);
}

bool LaunchWatch::count(const WatchedLaunch& launch, DeviceCapturer::Numbers& numbers) {
  const std::lock_guard lock(mutex_);
  const auto [known, isNew] = numbers_.try_emplace(launch.mangledName, launches_.size());
  if (isNew) {
    launches_.push_back({functionName(launch.mangledName), launch.mangledName, 0, launch.grid, launch.block,
                         launch.dynamicSharedBytes});
  }
  LaunchCount& kernel = launches_[known->second];
  numbers = {kernel.launches++, allLaunches_++};
  if (request_.mode != GpuProgramRequest::Mode::capture) return false;
  if (!means(request_.capture, kernel.name, kernel.mangledName)) return false;
  if (chosenLaunches_++ != request_.capture.launchIndex) return false;
  capturing_ = true;
  return true;
}

void LaunchWatch::capture(const WatchedLaunch& launch, DeviceCapturer::Numbers numbers,
                          const cupti::CallbackData& data) {
  const OwnCalls own;
  isCapturer = true;
  Status begun;
  if (textures_ > 0) {
    begun = inputError("The program has textures or surfaces at this launch, which captures do not hold.");
  } else {
    capturer_.emplace(request_, driver_, answer_);
    // Nothing changes the table meanwhile: other threads wait where they would free, and what they allocate is not the
    // launch's.
    AllocationTable allocations;
    {
      const std::lock_guard lock(mutex_);
      allocations = allocations_;
    }
    begun = capturer_->begin(launch, numbers, allocations, modules_, data.context);
  }
  correlation_ = data.correlationId;
  if (begun.ok()) return;
  answer_.failure(begun.error());
  endCapture();
}

void LaunchWatch::onLaunched(const cupti::CallbackData& data) {
  const OwnCalls own;
  if (capturer_) {
    Result<CaptureSummary> done = capturer_->finish(succeeded(data));
    if (done.ok()) {
      answer_.send("capture", done.value());
    } else {
      answer_.failure(done.error());
    }
  }
  endCapture();
}

void LaunchWatch::endCapture() {
  if (!isCapturer) return;
  capturer_.reset();
  isCapturer = false;
  {
    const std::lock_guard lock(mutex_);
    capturing_ = false;
  }
  captureEnded_.notify_all();
}

void LaunchWatch::report() {
  nlohmann::json kernels = nlohmann::json::array();
  uint64_t graphs = 0;
  {
    const std::lock_guard lock(mutex_);
    for (const LaunchCount& kernel : launches_) {
      kernels.push_back({{"name", kernel.name},
                         {"mangled_name", kernel.mangledName},
                         {"launches", kernel.launches},
                         {"grid", kernel.grid},
                         {"block", kernel.block},
                         {"dynamic_shared", kernel.dynamicSharedBytes}});
    }
    graphs = graphs_;
  }
  answer_.send("launches", {{"kernels", kernels}});
  if (graphs != 0) {
    answer_.note("The program launched " + std::to_string(graphs) +
                 " graphs; the kernels in them are not counted and cannot be captured.");
  }
}

}  // namespace warpwright::capture
