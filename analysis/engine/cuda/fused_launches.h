#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/engine/host/counted_program.h"
#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/device_program.h"
#include "core/device/fused_chip.h"
#include "core/job/fused_job.h"

namespace warpwright::engine {

/// Runs the launches that a job asks for on the model of a fused chip, in every mode, with the job's pre-execution
/// program. Caches are empty at the first of them and keep what they hold to the next. One a process: the program's
/// hooks have no place for a second.
class FusedLaunches {
 public:
  /// Errors: no such device, the program does not compile.
  static Result<std::unique_ptr<FusedLaunches>> create(const FusedRequest& request);

  /// Counts a launch of the kernel; true where it is one to be modelled.
  bool wants(const std::string& kernel);
  /// What to keep of a launch of this shape. Errors: it does not fit on the device.
  Result<WorkOptions> optionsFor(const LaunchRequest& launch, const KernelAttributes& kernel);
  /// Runs it in every mode. `variable`: where a device variable lies, by its name in the source; 0: nowhere.
  /// Errors: something that the program needs cannot be handed to it (named).
  Status model(memsim::GpuWork work, const LaunchRequest& launch, const KernelAttributes& kernel, const Arena& arena,
               const std::function<uint64_t(const std::string&)>& variable);
  /// All launches that were asked for have been modelled.
  bool complete() const { return run_.launches == request_.launches; }
  const memsim::FusedRun& run() const { return run_; }

 private:
  FusedLaunches(FusedRequest request, FusedDevice device, CountedProgram program);
  void place(const Arena& arena);
  uint64_t placed(uint64_t address) const;
  void runMode(size_t mode, const memsim::GpuWork& work, const std::vector<uint64_t>& fields,
               const std::array<uint32_t, 6>& shape);
  static void onLoad(const void* address, unsigned long bytes);
  static uint64_t onHits();
  static void onAdapted(uint64_t skip);

  FusedRequest request_;
  FusedDevice device_;
  CountedProgram program_;
  memsim::FusedRun run_;
  std::vector<std::unique_ptr<memsim::FusedMachine>> machines_;  ///< one a mode
  uint64_t seen_ = 0;
  /// Where allocations lie in the model's memory: one behind another, as in the memory of a GPU.
  struct Place {
    uint64_t size = 0, at = 0;
  };
  std::map<uint64_t, Place> places_;
  uint64_t placeEnd_ = 0;
  // While a program runs:
  memsim::CpuCore* core_ = nullptr;
  memsim::FusedMode* mode_ = nullptr;
  memsim::FusedMachine* machine_ = nullptr;
  uint64_t told_ = 0;  ///< instructions that the model knows of
};

}  // namespace warpwright::engine
