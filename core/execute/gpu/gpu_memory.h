#pragma once

#include <vector>

#include "core/execute/gpu/address_plan.h"
#include "core/execute/gpu/cuda_driver.h"

namespace warpwright::gpu {

/// A GPU with its primary context, current in this thread until the process ends.
struct Gpu {
  const CudaDriver* driver = nullptr;
  GpuDescription about;

  /// Errors: no driver, no such GPU, no context.
  static Result<Gpu> open(int index);
  /// "WHAT: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)."
  Error error(ErrorKind kind, const std::string& what, CuResult result) const;
};

/// A piece of GPU memory wherever the driver puts it; freed with its owner.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  static Result<DeviceBuffer> make(const Gpu& gpu, uint64_t bytes);
  DeviceBuffer(DeviceBuffer&& other) noexcept;
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;
  ~DeviceBuffer();

  /// 0: there is none.
  CuAddress address() const { return address_; }

 private:
  const CudaDriver* driver_ = nullptr;
  CuAddress address_ = 0;
};

/// GPU memory at addresses that were chosen before: those of a capture. It stays until the process ends.
class FixedMemory {
 public:
  /// All of it is zero at first. Errors: an address is taken in this process (stale: names it; another process may do),
  /// the GPU cannot map memory by address, too little memory.
  static Status map(const Gpu& gpu, const std::vector<AddressRange>& pieces, bool margins);
};

}  // namespace warpwright::gpu
