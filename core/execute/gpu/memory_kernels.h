#pragma once

#include <cstdint>
#include <string>

#include "core/execute/gpu/cuda_driver.h"

namespace warpwright::gpu {

/// The kernels below as PTX. For tests.
std::string memoryKernelsText();

/// Work on captured memory that is done on the GPU, where it lies. Calls wait for their end.
class MemoryKernels {
 public:
  static Result<MemoryKernels> load(const CudaDriver& driver);

  /// Each byte of `to` becomes the complement of `from`'s.
  Status complement(CuAddress to, CuAddress from, uint64_t bytes) const;
  /// How many bytes differ.
  Result<uint64_t> countDiffering(CuAddress a, CuAddress b, uint64_t bytes) const;

  struct Outputs {
    uint64_t written = 0;  ///< bytes that hold the reference
    uint64_t other = 0;    ///< bytes that hold neither the reference nor the poison
  };
  /// After a launch on memory that was the complement of its reference: `image` is what a poisoned capture holds there,
  /// the complement where the launch wrote the reference, `before` where it left the poison alone (FORMAT.md).
  Result<Outputs> findOutputs(CuAddress image, CuAddress now, CuAddress reference, CuAddress before,
                              uint64_t bytes) const;

 private:
  explicit MemoryKernels(const CudaDriver& driver) : driver_(&driver) {}
  Result<Outputs> count(CuFunction function, void** arguments) const;

  const CudaDriver* driver_;
  CuFunction complement_ = nullptr, differ_ = nullptr, outputs_ = nullptr;
  CuAddress counts_ = 0;
};

}  // namespace warpwright::gpu
