#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "core/base/result.h"

namespace warpwright::resources {

/// The assembler of a CUDA toolkit: in `toolkit`/bin, else in $PATH; none where there is none.
std::optional<std::filesystem::path> findPtxas(const std::filesystem::path& toolkit);

/// Registers a thread of each kernel of a PTX text as `ptxas -v` counts them, by mangled name.
/// Errors: ptxas does not know the architecture or refuses the text (input, its first message); it takes longer than
/// 20 s, is killed or cannot be started (worker: another time it may answer); cancelled.
Result<std::map<std::string, uint32_t>> registersByPtxas(const std::filesystem::path& ptxas, const std::string& ptx,
                                                         const std::string& arch, std::stop_token stop);

/// What `ptxas -v` printed, read. For tests.
std::map<std::string, uint32_t> readPtxasReport(const std::string& report);

}  // namespace warpwright::resources
