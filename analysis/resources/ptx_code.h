#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "analysis/resources/device_bitcode.h"
#include "core/base/result.h"

namespace warpwright::resources {

/// PTX of all kernels of a unit: its device functions inlined, optimised at -O2, lowered by LLVM's NVPTX back end.
/// `arch` is "sm_80"; what LLVM 19 does not know yet is lowered for the newest one it does. `math`: libdevice
/// (device_math.h); without it, what is more than one instruction of CUDA's mathematics stays a call.
/// Errors: no device code, code larger than is worth it for a count of registers, nothing LLVM can lower, cancelled.
Result<std::string> emitPtx(const DeviceBitcode& code, const std::string& arch,
                            const std::optional<std::filesystem::path>& math, std::stop_token stop);

}  // namespace warpwright::resources
