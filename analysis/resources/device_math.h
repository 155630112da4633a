#pragma once

#include <filesystem>
#include <optional>

namespace llvm {
class Module;
}

namespace warpwright::resources {

/// libdevice, the bodies of CUDA's mathematical functions: of the toolkit in this folder, or of the one `ptxas` belongs to.
std::optional<std::filesystem::path> findDeviceMath(const std::filesystem::path& toolkit,
                                                    const std::optional<std::filesystem::path>& ptxas);

/// Gives `module`'s calls of libdevice (`__nv_*`) bodies: those that are one instruction as LLVM's intrinsics, the others from
/// `library`. What neither has stays declared: it is a call then, and ptxas cannot link it.
/// Run before code is inlined. A library that cannot be read changes nothing.
void defineDeviceMath(llvm::Module& module, const std::optional<std::filesystem::path>& library);

}  // namespace warpwright::resources
