#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "analysis/resources/device_bitcode.h"
#include "core/device/device.h"
#include "core/finding/analysis_result.h"

namespace warpwright::resources {

/// Registers of the kernels of one unit by mangled name: from ptxas where a toolkit has one that takes the code, else
/// estimated with its band (`KernelResources::source` says which). Shared memory is not filled in.
struct KernelRegisters {
  std::map<std::string, KernelResources> byName;
  bool isBrokenOff = false;  ///< ptxas did not come to its end: asked again, it may know what is estimated here
};

/// What of a toolkit counting needs.
struct DeviceTools {
  std::optional<std::filesystem::path> ptxas;  ///< the assembler to ask; none: estimates only
  std::optional<std::filesystem::path>
      math;  ///< libdevice; none: ptxas cannot count kernels that call more than its simplest functions
};

/// Those of the toolkit in this folder; of the one in $PATH where it has no assembler.
DeviceTools findDeviceTools(const std::filesystem::path& toolkit);

/// Kernels that could not be counted are missing.
KernelRegisters countRegisters(const DeviceBitcode& code, const std::string& arch, const DeviceTools& tools,
                               std::stop_token stop);

/// Estimates for a device, which may be older than any that `arch` can name: addresses are as wide as its own.
std::map<std::string, KernelResources> estimateRegistersOn(const Device& device, const DeviceBitcode& code,
                                                           const std::string& arch, std::stop_token stop);

}  // namespace warpwright::resources
