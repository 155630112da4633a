#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace warpwright::gpu {

/// What a GPU's clocks do at one moment.
struct ClockReading {
  unsigned multiprocessorMHz = 0, memoryMHz = 0;  ///< 0: not known
  bool throttled = false;                         ///< by heat, power or the board; not by being idle or by a set clock
  std::string why;                                ///< "power limit"
};

/// Clocks and energy of one GPU through NVML, loaded at run time. Reading costs about 0.1 ms.
class GpuSensors {
 public:
  /// Errors: the library or the GPU is not there.
  static Result<GpuSensors> open(const std::string& busId);
  GpuSensors(GpuSensors&&) noexcept;
  GpuSensors& operator=(GpuSensors&&) noexcept;
  ~GpuSensors();

  ClockReading read() const;
  /// How many other processes have something on this GPU; 0, too, where that is not known. Display servers do not
  /// count.
  unsigned otherProcesses() const;
  /// Since the driver was loaded. None: this GPU does not count it.
  std::optional<uint64_t> millijoules() const;

 private:
  struct State;
  explicit GpuSensors(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The reasons in NVML's mask that slow a GPU below what it was asked for: "power limit, heat"; empty: none of them.
std::string throttleText(uint64_t reasons);

}  // namespace warpwright::gpu
