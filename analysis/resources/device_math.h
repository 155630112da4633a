#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace llvm {
class Module;
}

namespace warpwright::resources {

/// libdevice, the bodies of CUDA's mathematical functions: of the toolkit in this folder, or of the one `ptxas` belongs
/// to.
std::optional<std::filesystem::path> findDeviceMath(const std::filesystem::path& toolkit,
                                                    const std::optional<std::filesystem::path>& ptxas);

/// Instructions of PTX that a function of libdevice (`__nv_sqrtf`, `__nv_fast_expf`) is, where it is one or a few; 0
/// for all others.
unsigned instructionsOfDeviceMath(std::string_view function);

/// Gives `module`'s calls of libdevice (`__nv_*`) bodies: those that are one instruction or a few as LLVM's intrinsics,
/// the others from `library`. What neither has stays declared: it is a call then, and ptxas cannot link it. Run before
/// code is inlined. A library that cannot be read changes nothing.
void defineDeviceMath(llvm::Module& module, const std::optional<std::filesystem::path>& library);

}  // namespace warpwright::resources
