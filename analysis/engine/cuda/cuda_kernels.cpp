#include <algorithm>

#include "analysis/engine/cuda/cuda_runtime.h"
#include "analysis/engine/cuda/launch_checks.h"
#include "core/device/launch_limits.h"

/// Kernels and variables that a program registers, and what is known of them.
namespace warpwright::engine {

void CudaRuntime::registerKernel(unsigned unit, const void* hostFunction, const char* name) {
  Kernel kernel;
  kernel.unit = unit;
  kernel.name = name;
  kernel.elementTypes = pointerElementTypes(name);
  kernels_[hostFunction] = std::move(kernel);
}

void CudaRuntime::registerVariable(unsigned unit, const void* hostVariable, const char* name) {
  variables_[hostVariable] = {unit, name};
  if (const auto found = program_.variable(unit, name)) {
    // A managed variable is the same memory on the host.
    const bool managed = reinterpret_cast<uint64_t>(hostVariable) == found->address;
    if (managed) {
      managedVariables_.insert(found->address);
      order_.watch();
    }
    if (const Allocation* allocation = arena_.find(found->address); allocation && !found->fixed) {
      recorder_.addAllocation(*allocation, managed);
    }
  }
}

int CudaRuntime::variable(const void* hostVariable, DeviceVariable& found) {
  const auto known = variables_.find(hostVariable);
  if (known == variables_.end()) return cuda::invalidSymbol;
  const auto variable = program_.variable(known->second.unit, known->second.name);
  if (!variable) return cuda::invalidSymbol;
  found = *variable;
  return cuda::success;
}

CudaRuntime::Kernel* CudaRuntime::findKernel(const void* hostFunction) {
  const auto known = kernels_.find(hostFunction);
  if (known == kernels_.end()) return nullptr;
  Kernel& kernel = known->second;
  if (!kernel.attributes) {
    Result<KernelAttributes> attributes = program_.attributes(kernel.unit, kernel.name);
    if (!attributes.ok()) {
      Error error = attributes.error();
      if (here().isValid()) error.message += " It is launched at " + inFile(here()) + ".";
      report_.stop(std::move(error));
    }
    kernel.attributes = std::move(attributes.value());
    if (const uint64_t bytes = kernel.attributes->staticSharedBytes; bytes > mostSharedUnasked) {
      report_.stop(inputError("`" + kernel.attributes->name + "` has " + std::to_string(bytes) +
                                  " bytes of static shared memory; no more than " + std::to_string(mostSharedUnasked) +
                                  " compile for a GPU. Make it `extern __shared__`, and ask for the bytes "
                                  "with cudaFuncSetAttribute and at the launch.",
                              kernel.attributes->at.isValid()
                                  ? std::optional<SourceRange>(SourceRange{kernel.attributes->at})
                                  : std::nullopt));
    }
  }
  return &kernel;
}

int CudaRuntime::attributes(const void* hostFunction, KernelAttributes& found) {
  const Kernel* kernel = findKernel(hostFunction);
  if (!kernel) return cuda::invalidDeviceFunction;
  found = *kernel->attributes;
  return cuda::success;
}

int CudaRuntime::setDynamicSharedLimit(const void* hostFunction, uint64_t bytes) {
  Kernel* kernel = findKernel(hostFunction);
  if (!kernel) return cuda::invalidDeviceFunction;
  if (bytes + kernel->attributes->staticSharedBytes > options_.device.sharedPerBlock) return cuda::invalidValue;
  kernel->dynamicSharedLimit = bytes;
  return cuda::success;
}

uint64_t CudaRuntime::dynamicSharedLimit(const Kernel& kernel) {
  // Without being asked for more, a block has 48 KiB for both kinds.
  const uint64_t left = mostSharedUnasked - std::min(mostSharedUnasked, kernel.attributes->staticSharedBytes);
  return std::max(kernel.dynamicSharedLimit.value_or(0), left);
}

uint64_t CudaRuntime::dynamicSharedLimit(const void* hostFunction) {
  const Kernel* kernel = findKernel(hostFunction);
  return kernel ? dynamicSharedLimit(*kernel) : 0;
}

}  // namespace warpwright::engine
