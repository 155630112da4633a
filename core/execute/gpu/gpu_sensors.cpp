#include "core/execute/gpu/gpu_sensors.h"

#include <dlfcn.h>

#include <array>
#include <utility>

namespace warpwright::gpu {
namespace {

// The few calls of NVML that this needs; 0 is success.
using Device = struct nvmlDevice_st*;
constexpr unsigned clockMultiprocessor = 1, clockMemory = 2;

struct Library {
  int (*initialise)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*byBusId)(const char*, Device*) = nullptr;
  int (*clock)(Device, unsigned, unsigned*) = nullptr;
  int (*reasons)(Device, unsigned long long*) = nullptr;
  int (*energy)(Device, unsigned long long*) = nullptr;
  int (*processes)(Device, unsigned*, void*) = nullptr;
};

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace

struct GpuSensors::State {
  Library library;
  Device device = nullptr;
  ~State() { library.shutdown(); }
};

GpuSensors::GpuSensors(std::unique_ptr<State> state) : state_(std::move(state)) {}
GpuSensors::GpuSensors(GpuSensors&&) noexcept = default;
GpuSensors& GpuSensors::operator=(GpuSensors&&) noexcept = default;
GpuSensors::~GpuSensors() = default;

Result<GpuSensors> GpuSensors::open(const std::string& busId) {
  const auto failed = [](const char* why) {
    return Error{ErrorKind::worker, std::string("Clocks and energy cannot be read: ") + why, std::nullopt};
  };
  void* handle = ::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return failed("libnvidia-ml.so.1 was not found.");
  Library library;
  if (!find(handle, "nvmlInit_v2", library.initialise) || !find(handle, "nvmlShutdown", library.shutdown) ||
      !find(handle, "nvmlDeviceGetHandleByPciBusId_v2", library.byBusId) ||
      !find(handle, "nvmlDeviceGetClockInfo", library.clock) ||
      !find(handle, "nvmlDeviceGetCurrentClocksThrottleReasons", library.reasons)) {
    return failed("NVML is too old.");
  }
  find(handle, "nvmlDeviceGetTotalEnergyConsumption", library.energy);
  find(handle, "nvmlDeviceGetComputeRunningProcesses_v3", library.processes);
  if (library.initialise() != 0) return failed("NVML does not start.");
  auto state = std::make_unique<State>();
  state->library = library;
  if (library.byBusId(busId.c_str(), &state->device) != 0) return failed("NVML does not know this GPU.");
  return GpuSensors(std::move(state));
}

ClockReading GpuSensors::read() const {
  ClockReading reading;
  state_->library.clock(state_->device, clockMultiprocessor, &reading.multiprocessorMHz);
  state_->library.clock(state_->device, clockMemory, &reading.memoryMHz);
  unsigned long long reasons = 0;
  if (state_->library.reasons(state_->device, &reasons) == 0) reading.why = throttleText(reasons);
  reading.throttled = !reading.why.empty();
  return reading;
}

unsigned GpuSensors::otherProcesses() const {
  constexpr int tooSmall = 7;  // NVML_ERROR_INSUFFICIENT_SIZE: the count is right all the same
  unsigned count = 0;
  if (!state_->library.processes) return 0;
  const int result = state_->library.processes(state_->device, &count, nullptr);
  // This process is one of them, where NVML tells processes at all.
  return (result == 0 || result == tooSmall) && count > 1 ? count - 1 : 0;
}

std::optional<uint64_t> GpuSensors::millijoules() const {
  unsigned long long energy = 0;
  if (!state_->library.energy || state_->library.energy(state_->device, &energy) != 0) return std::nullopt;
  return energy;
}

std::string throttleText(uint64_t reasons) {
  static constexpr std::array<std::pair<uint64_t, const char*>, 5> known{{{0x04, "power limit"},
                                                                          {0x08, "hardware slowdown"},
                                                                          {0x20, "heat"},
                                                                          {0x40, "heat (hardware)"},
                                                                          {0x80, "power brake"}}};
  std::string text;
  for (const auto& [bit, words] : known) {
    if (reasons & bit) text += (text.empty() ? "" : ", ") + std::string(words);
  }
  return text;
}

}  // namespace warpwright::gpu
