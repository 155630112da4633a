#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/capture/launch_capture.h"
#include "core/execute/gpu/gpu_memory.h"
#include "core/job/gpu_job.h"

namespace warpwright::gpu {

struct ModuleUnload {
  const CudaDriver* driver = nullptr;
  void operator()(CuModule module) const { driver->cuModuleUnload(module); }
};

/// A compiled form of the captured kernel, ready to be launched with the captured arguments.
class GpuKernel {
 public:
  GpuKernel(const GpuKernel&) = delete;
  GpuKernel& operator=(const GpuKernel&) = delete;
  GpuKernel(GpuKernel&&) = default;
  GpuKernel& operator=(GpuKernel&&) = default;

  /// Errors: the code cannot be loaded, the kernel is not in it, its parameters or variables are others than in the
  /// capture, it needs more shared memory or registers than there are. `capture` outlives the kernel.
  static Result<GpuKernel> load(const Gpu& gpu, const GpuCode& code, const LaunchCapture& capture);

  /// The same code once more, at other places in memory, with variables that hold what this one's do; none: a launch
  /// changes one (`mayChange`, of a piece of the capture), or it cannot be loaded so often, or takes much memory.
  std::vector<GpuKernel> copies(const GpuCode& code, size_t count,
                                const std::function<bool(uint32_t piece)>& mayChange) const;

  const GpuKernelFigures& figures() const { return figures_; }
  /// Where a module variable lies in this code; 0: it has none of this name.
  CuAddress variable(const CapturedMemory& variable) const;
  /// Asks for one launch, behind what was asked before.
  CuResult enqueue() const;
  /// Launches and waits. Errors (input): it could not be launched, it faulted, it did not end within `seconds`; after
  /// the last two the GPU is lost to this process.
  Status run(double seconds) const;

 private:
  GpuKernel(const Gpu& gpu, const LaunchCapture& capture, LaunchShape shape);
  Status check() const;
  Status prepareShared();
  void readFigures();
  int attribute(CuFunctionAttribute which) const;

  Gpu gpu_;
  const LaunchCapture* capture_;
  LaunchShape shape_;  ///< its added arguments are launched with
  std::unique_ptr<CUmod_st, ModuleUnload> module_;
  CuFunction function_ = nullptr;
  std::vector<void*> arguments_;
  GpuKernelFigures figures_;
};

}  // namespace warpwright::gpu
