// A CUDA driver and a profiling library in one, for tests on machines without a GPU: memory of the "GPU" is memory of
// the process, a kernel is a C++ function, and calls are reported to who subscribed. Built as libcuda.so.1 (with
// libcupti.so.13 beside it, which is a link to it). FAKE_CUDA_COUNTERS=denied: counters are for administrators.
#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "core/execute/gpu/cupti_types.h"
#include "tests/gpu/fake/fake_cuda.h"

namespace {

using namespace warpwright::gpu::cupti;

struct Fake {
  std::map<uint64_t, size_t> memory;
  Callback callback = nullptr;
  void* user = nullptr;
  std::map<uint32_t, bool> enabled;  ///< driver calls
  RequestBuffer request = nullptr;
  CompleteBuffer complete = nullptr;
  std::vector<KernelRecord> kernels;
  std::vector<MemcpyRecord> copies;
  bool tracing = false, failed = false;
  uint32_t correlation = 0;
  uint64_t clock = 1000;
  std::vector<size_t> parameterOffsets, parameterSizes;  ///< of the only kernel
  FakeKernel kernel = nullptr;
  std::string name;
  int32_t variable[4] = {1, 2, 3, 4};
};
Fake& fake() {
  static Fake& instance = *new Fake;
  return instance;
}

void tell(uint32_t call, Site site, const void* params, int* result, const char* symbol = nullptr) {
  Fake& own = fake();
  if (!own.callback || !own.enabled[call]) return;
  CallbackData data{};
  data.site = site;
  data.functionParams = params;
  data.functionReturnValue = result;
  data.symbolName = symbol;
  data.correlationId = own.correlation;
  data.context = reinterpret_cast<void*>(1);
  own.callback(own.user, domainDriver, call, &data);
}

/// Reports a call before and after it.
template <typename Params, typename Work>
int reported(uint32_t call, Params& params, const Work& work, const char* symbol = nullptr) {
  const uint32_t outer = fake().correlation;
  static std::atomic<uint32_t> next{1};
  fake().correlation = next++;
  const uint32_t own = fake().correlation;
  int result = 0;
  tell(call, siteEnter, &params, &result, symbol);
  fake().correlation = own;
  result = work();
  tell(call, siteExit, &params, &result, symbol);
  fake().correlation = outer;
  return result;
}

int allocate(uint32_t call, uint64_t* address, size_t bytes) {
  AllocParams params{address, bytes};
  return reported(call, params, [&] {
    void* memory = std::aligned_alloc(512, (bytes + 511) / 512 * 512);
    std::memset(memory, 0xcd, bytes);
    *address = reinterpret_cast<uint64_t>(memory);
    fake().memory[*address] = bytes;
    return 0;
  });
}

int release(uint32_t call, uint64_t address) {
  FreeParams params{address};
  return reported(call, params, [&] {
    if (fake().memory.erase(address) == 0) return 1;
    std::free(reinterpret_cast<void*>(address));
    return 0;
  });
}

bool inside(uint64_t address, size_t bytes) {
  const auto variable = reinterpret_cast<uint64_t>(fake().variable);
  if (address >= variable && address + bytes <= variable + sizeof fake().variable) return true;
  auto next = fake().memory.upper_bound(address);
  if (next == fake().memory.begin()) return false;
  --next;
  return address + bytes <= next->first + next->second;
}

}  // namespace

extern "C" {

// --- the driver
// -------------------------------------------------------------------------------------------------------
int cuInit(unsigned) {
  static bool done = false;
  if (done) return 0;
  done = true;
  if (const char* path = std::getenv("CUDA_INJECTION64_PATH")) {
    if (void* library = ::dlopen(path, RTLD_NOW)) {
      if (auto start = reinterpret_cast<int (*)()>(::dlsym(library, "InitializeInjection"))) start();
    }
  }
  return 0;
}
int cuDriverGetVersion(int* version) {
  return *version = 13000, 0;
}
int cuGetErrorName(int code, const char** text) {
  return *text = code == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_FAKE", 0;
}
int cuGetErrorString(int, const char** text) {
  return *text = "a fake error", 0;
}
// FAKE_GPUS: how many there are; the third is of another kind.
int cuDeviceGetCount(int* count) {
  const char* wanted = std::getenv("FAKE_GPUS");
  return *count = wanted ? std::atoi(wanted) : 1, 0;
}
int cuDeviceGet(int* device, int number) {
  return *device = number, 0;
}
int cuDeviceGetName(char* name, int size, int device) {
  return std::strncpy(name, device == 2 ? "Other GPU" : "Fake GPU", static_cast<size_t>(size)), 0;
}
int cuDeviceTotalMem_v2(size_t* bytes, int) {
  return *bytes = size_t{8} << 30, 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  return *value = attribute == 75 ? 9 : 0, 0;
}
int cuCtxGetCurrent(void** context) {
  return *context = reinterpret_cast<void*>(1), 0;
}
int cuCtxGetDevice(int* device) {
  return *device = 0, 0;
}
int cuCtxSynchronize() {
  return fake().failed ? 700 : 0;
}
int cuMemAlloc_v2(uint64_t* address, size_t bytes) {
  return allocate(callMemAlloc, address, bytes);
}
int cuMemAllocManaged(uint64_t* address, size_t bytes, unsigned) {
  return allocate(callMemAllocManaged, address, bytes);
}
int cuMemFree_v2(uint64_t address) {
  return release(callMemFree, address);
}
int cuMemAllocHost_v2(void** address, size_t bytes) {
  uint64_t given = 0;
  const int result = allocate(callMemAllocHost, &given, bytes);
  *address = reinterpret_cast<void*>(given);
  return result;
}
int cuMemHostRegister_v2(void* address, size_t bytes, unsigned) {
  RangeParams params{reinterpret_cast<uint64_t>(address), bytes};
  return reported(callMemHostRegisterV2, params, [] { return 0; });
}
int cuMemFreeHost(void* address) {
  return release(callMemFreeHost, reinterpret_cast<uint64_t>(address));
}
int cuMemcpyHtoD_v2(uint64_t to, const void* from, size_t bytes) {
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  if (fake().tracing) {
    fake().copies.push_back({activityMemcpy, copyToDevice, 0, 0, 0, bytes, fake().clock, fake().clock + bytes});
    fake().clock += bytes;
  }
  return 0;
}
int cuMemcpyDtoH_v2(void* to, uint64_t from, size_t bytes) {
  if (fake().failed || !inside(from, bytes)) return 1;
  std::memcpy(to, reinterpret_cast<void*>(from), bytes);
  return 0;
}
int cuMemGetAddressRange_v2(uint64_t*, size_t*, uint64_t) {
  return 1;
}
int cuKernelGetFunction(void** function, void* kernel) {
  return *function = kernel, 0;
}
int cuKernelGetParamInfo(void*, size_t index, size_t* offset, size_t* size) {
  if (index >= fake().parameterSizes.size()) return 1;
  *offset = fake().parameterOffsets[index];
  *size = fake().parameterSizes[index];
  return 0;
}
int cuFuncGetModule(void** module, void*) {
  return *module = reinterpret_cast<void*>(2), 0;
}
int cuModuleGetGlobal_v2(uint64_t* address, size_t* bytes, void*, const char* name) {
  if (std::strcmp(name, "variable") != 0) return 500;
  *address = reinterpret_cast<uint64_t>(fake().variable);
  *bytes = sizeof fake().variable;
  return 0;
}
int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void* stream, void** arguments, void** extra) {
  Fake& own = fake();
  LaunchParams params{function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra};
  return reported(
      callLaunchKernel, params,
      [&] {
        if (bx * by * bz > 1024) return 1;
        own.failed |= !own.kernel(gx, bx, arguments, own.variable);
        if (own.tracing) {
          KernelRecord record{};
          record.kind = activityKernel;
          record.registers = 32;
          record.start = own.clock;
          record.end = own.clock += 5000 + 1000 * gx;
          record.gridX = static_cast<int32_t>(gx);
          record.gridY = static_cast<int32_t>(gy);
          record.gridZ = static_cast<int32_t>(gz);
          record.blockX = static_cast<int32_t>(bx);
          record.blockY = static_cast<int32_t>(by);
          record.blockZ = static_cast<int32_t>(bz);
          record.dynamicShared = static_cast<int32_t>(shared);
          record.name = own.name.c_str();
          own.kernels.push_back(record);
        }
        return 0;
      },
      own.name.c_str());
}
void* fakeLoadKernel(const char* name, FakeKernel kernel, const size_t* offsets, const size_t* sizes, size_t count,
                     const char* cubin, size_t cubinBytes) {
  Fake& own = fake();
  own.name = name;
  own.kernel = kernel;
  own.parameterOffsets.assign(offsets, offsets + count);
  own.parameterSizes.assign(sizes, sizes + count);
  if (own.callback && cubin) {
    ModuleData module{1, cubinBytes, cubin};
    ResourceData data{reinterpret_cast<void*>(1), nullptr, &module};
    own.callback(own.user, domainResource, resourceModuleLoaded, &data);
  }
  return reinterpret_cast<void*>(3);
}

// --- the profiling library
// --------------------------------------------------------------------------------------------
int cuptiGetVersion(uint32_t* version) {
  return *version = 130000, 0;
}
int cuptiGetResultString(int, const char** text) {
  return *text = "CUPTI_FAKE", 0;
}
int cuptiSubscribe(void** subscriber, Callback callback, void* user) {
  if (std::getenv("FAKE_CUDA_OTHER_PROFILER")) return multipleSubscribers;
  *subscriber = reinterpret_cast<void*>(4);
  fake().callback = callback;
  fake().user = user;
  return 0;
}
int cuptiUnsubscribe(void*) {
  return fake().callback = nullptr, 0;
}
int cuptiEnableCallback(uint32_t on, void*, uint32_t domain, uint32_t id) {
  if (domain == domainDriver) fake().enabled[id] = on != 0;
  return 0;
}
int cuptiActivityEnable(uint32_t) {
  return fake().tracing = true, 0;
}
int cuptiActivityDisable(uint32_t) {
  return 0;
}
int cuptiActivityRegisterCallbacks(RequestBuffer request, CompleteBuffer complete) {
  fake().request = request;
  fake().complete = complete;
  return 0;
}
int cuptiActivityGetNumDroppedRecords(void*, uint32_t, size_t* dropped) {
  return *dropped = 0, 0;
}
// Records lie at steps of 256 bytes.
int cuptiActivityGetNextRecord(uint8_t* buffer, size_t valid, ActivityRecord** record) {
  auto* at = reinterpret_cast<uint8_t*>(*record);
  at = at ? at + 256 : buffer;
  if (at >= buffer + valid) return 12;
  *record = reinterpret_cast<ActivityRecord*>(at);
  return 0;
}
int cuptiActivityFlushAll(uint32_t) {
  Fake& own = fake();
  uint8_t* buffer = nullptr;
  size_t size = 0, most = 0, used = 0;
  const auto put = [&](const auto& record) {
    if (!buffer) own.request(&buffer, &size, &most);
    std::memcpy(buffer + used, &record, sizeof record);
    used += 256;
    if (used + 256 <= size) return;
    own.complete(nullptr, 0, buffer, size, used);
    buffer = nullptr;
    used = 0;
  };
  for (const KernelRecord& record : own.kernels) put(record);
  for (const MemcpyRecord& record : own.copies) put(record);
  if (buffer) own.complete(nullptr, 0, buffer, size, used);
  own.kernels.clear();
  own.copies.clear();
  return 0;
}

// Calls that the driver's table needs and no test makes.
#define FAKE_MISSING(name) \
  int name() {             \
    return 801;            \
  }
FAKE_MISSING(cuDeviceGetPCIBusId)
FAKE_MISSING(cuDevicePrimaryCtxRetain)
FAKE_MISSING(cuDevicePrimaryCtxRelease_v2)
FAKE_MISSING(cuCtxSetCurrent)
FAKE_MISSING(cuModuleLoadData)
FAKE_MISSING(cuModuleUnload)
FAKE_MISSING(cuModuleGetFunction)
FAKE_MISSING(cuFuncGetAttribute)
FAKE_MISSING(cuFuncSetAttribute)
FAKE_MISSING(cuOccupancyMaxActiveBlocksPerMultiprocessor)
FAKE_MISSING(cuMemGetInfo_v2)
FAKE_MISSING(cuMemcpyHtoDAsync_v2)
FAKE_MISSING(cuMemcpyDtoHAsync_v2)
FAKE_MISSING(cuMemcpyDtoDAsync_v2)
FAKE_MISSING(cuMemsetD8Async)
FAKE_MISSING(cuMemsetD32Async)
FAKE_MISSING(cuPointerGetAttribute)
FAKE_MISSING(cuMemGetAllocationGranularity)
FAKE_MISSING(cuMemAddressReserve)
FAKE_MISSING(cuMemAddressFree)
FAKE_MISSING(cuMemCreate)
FAKE_MISSING(cuMemRelease)
FAKE_MISSING(cuMemMap)
FAKE_MISSING(cuMemUnmap)
FAKE_MISSING(cuMemSetAccess)
FAKE_MISSING(cuStreamCreate)
FAKE_MISSING(cuStreamDestroy_v2)
FAKE_MISSING(cuStreamSynchronize)
FAKE_MISSING(cuStreamQuery)
FAKE_MISSING(cuEventCreate)
FAKE_MISSING(cuEventDestroy_v2)
FAKE_MISSING(cuEventRecord)
FAKE_MISSING(cuEventSynchronize)
FAKE_MISSING(cuEventElapsedTime)
FAKE_MISSING(cuLaunchCooperativeKernel)

}  // extern "C"
