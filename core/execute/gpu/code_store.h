#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "core/base/disk_cache.h"
#include "core/base/result.h"
#include "core/execute/gpu/gpu_compiler.h"

namespace warpwright {

/// What compilers made of texts, in a folder that several processes share while files do not change: each is made once,
/// by whoever asks first. From any thread.
class CodeStore {
 public:
  explicit CodeStore(std::filesystem::path folder) : folder_(folder), kept_(folder / "kept") {}

  /// What was kept as `key`, or what `make` gives, which is kept. Whoever asks for the same meanwhile waits for it.
  /// Errors: of `make`; cancelled.
  Result<std::string> get(const std::string& key, const std::function<Result<std::string>()>& make,
                          const std::stop_token& stop) const;
  /// PTX with line information (compileToPtx), compiled in `folderOf(request)`.
  Result<std::string> ptxOf(const std::filesystem::path& nvcc, const GpuCompileRequest& request,
                            const std::stop_token& stop) const;
  /// Where changed texts of the request lie while it is compiled: see `sourceOf`.
  std::filesystem::path folderOf(const GpuCompileRequest& request) const;

 private:
  std::filesystem::path folder_;
  DiskCache kept_;
};

/// ptxas as nvcc starts it: how, nvcc is asked once. Runs of it are what comparing code costs.
class PtxAssembly {
 public:
  /// Of the request, `file`, `openTexts` and `lineInfo` are not used. `folder` takes temporary files.
  PtxAssembly(std::filesystem::path nvcc, GpuCompileRequest request, std::filesystem::path folder);
  /// The bytes of the cubin. Errors (input): ptxas's first messages; cancelled.
  Result<std::string> cubinOf(const std::string& ptx, const std::stop_token& stop);
  /// Stands for all that its answers depend on beside the PTX.
  std::string identity() const;

 private:
  std::filesystem::path nvcc_;
  GpuCompileRequest request_;
  std::filesystem::path folder_;
  std::optional<std::vector<std::string>> command_;  ///< with `input` and `output` in their places; empty: nvcc runs it
};

}  // namespace warpwright
