#include "core/execute/gpu/gpu_memory.h"

#include <utility>

namespace warpwright::gpu {
Error Gpu::error(ErrorKind kind, const std::string& what, CuResult result) const {
  return {kind, what + ": " + driver->text(result) + ".", std::nullopt};
}

Result<Gpu> Gpu::open(int index) {
  const auto driver = CudaDriver::load();
  if (!driver.ok()) return driver.error();
  auto about = describeGpu(**driver, index);
  if (!about.ok()) return about.error();
  Gpu gpu{*driver, std::move(about.value())};
  CuContext context = nullptr;
  CuResult result = gpu.driver->cuDevicePrimaryCtxRetain(&context, gpu.about.handle);
  if (result == cuSuccess) result = gpu.driver->cuCtxSetCurrent(context);
  if (result != cuSuccess)
    return gpu.error(ErrorKind::worker, "GPU " + std::to_string(index) + " cannot be used", result);
  return gpu;
}

Result<DeviceBuffer> DeviceBuffer::make(const Gpu& gpu, uint64_t bytes) {
  DeviceBuffer buffer;
  if (const CuResult result = gpu.driver->cuMemAlloc(&buffer.address_, bytes); result != cuSuccess) {
    return gpu.error(ErrorKind::worker,
                     "The GPU has no " + std::to_string((bytes >> 20) + 1) + " MiB of memory left for the replay",
                     result);
  }
  buffer.driver_ = gpu.driver;
  return buffer;
}

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept
    : driver_(other.driver_), address_(std::exchange(other.address_, 0)) {}

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
  std::swap(driver_, other.driver_);
  std::swap(address_, other.address_);
  return *this;
}

DeviceBuffer::~DeviceBuffer() {
  if (address_ != 0) driver_->cuMemFree(address_);
}

Status FixedMemory::map(const Gpu& gpu, const std::vector<AddressRange>& pieces, bool margins) {
  const CudaDriver& driver = *gpu.driver;
  const auto failed = [&](const char* what, CuResult result) { return gpu.error(ErrorKind::worker, what, result); };
  int supported = 0;
  driver.cuDeviceGetAttribute(&supported, cuVirtualMemory, gpu.about.handle);
  if (!supported) {
    return Error{ErrorKind::worker, "This GPU cannot map memory at chosen addresses, which a replay needs.",
                 std::nullopt};
  }
  CuAllocation how;
  how.location = {cuLocationDevice, gpu.about.index};
  size_t granularity = 0;
  if (const CuResult result = driver.cuMemGetAllocationGranularity(&granularity, &how, cuGranularityMinimum);
      result != cuSuccess) {
    return failed("The granularity of mappings is not known", result);
  }
  const AddressPlan plan = planAddresses(pieces, granularity, margins);
  for (const AddressRange& range : plan.reserved) {
    CuAddress got = 0;
    const CuResult result = driver.cuMemAddressReserve(&got, range.size(), 0, range.begin, 0);
    if (result != cuSuccess) return failed("The captured addresses cannot be reserved", result);
    if (got == range.begin) continue;
    driver.cuMemAddressFree(got, range.size());
    return Error{ErrorKind::stale,
                 "The captured memory cannot be put back: " + hexadecimal(range.begin) +
                     " is taken in this process. Pointers inside "
                     "buffers would mean something else elsewhere, so nothing was run. Capture the launch again.",
                 std::nullopt};
  }
  for (const AddressRange& range : plan.mapped) {
    CuMemoryHandle memory = 0;
    if (const CuResult result = driver.cuMemCreate(&memory, range.size(), &how, 0); result != cuSuccess) {
      return failed("The GPU has too little free memory for the captured memory", result);
    }
    if (const CuResult result = driver.cuMemMap(range.begin, range.size(), 0, memory, 0); result != cuSuccess) {
      return failed("The captured memory cannot be mapped at its addresses", result);
    }
    driver.cuMemRelease(memory);  // it lives as long as the mapping
    const CuAccess access{how.location, cuAccessReadWrite};
    if (const CuResult result = driver.cuMemSetAccess(range.begin, range.size(), &access, 1); result != cuSuccess) {
      return failed("The captured memory cannot be made accessible", result);
    }
    if (const CuResult result = driver.cuMemsetD8Async(range.begin, 0, range.size(), nullptr); result != cuSuccess) {
      return failed("The captured memory cannot be cleared", result);
    }
  }
  return {};
}

}  // namespace warpwright::gpu
