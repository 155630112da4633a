#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/capture/capture_file.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::reuse {

/// Values of index forms for one thread of a captured launch: what the thread would compute, read out of the captured
/// arguments and memory. Only memory that the kernel never writes counts. Keeps references to the model and the
/// capture.
class CapturedValues {
 public:
  CapturedValues(const KernelModel& model, const CaptureReader& capture);

  /// From now on values are this thread's, outside all loops.
  void enter(const std::array<uint32_t, 3>& block, const std::array<uint32_t, 3>& thread);
  /// From now on the loop's back edge has been taken so many times.
  void setCounter(LoopId loop, uint64_t taken);
  /// Nothing where a part is not known: a value that the model does not follow, memory outside the capture.
  std::optional<uint64_t> value(ExpressionId expression);

  /// The captured memory behind an object of the model, and where the object begins in it. Null: not in the capture.
  struct Place {
    const CapturedMemory* memory = nullptr;
    uint64_t offset = 0;
  };
  Place placeOf(ObjectId object) const;

 private:
  struct Known {
    uint64_t moment = 0;
    std::optional<uint64_t> value;
  };
  std::optional<uint64_t> compute(const ExpressionNode& node);
  std::optional<uint64_t> ofSymbol(SymbolId id);
  std::optional<uint64_t> load(const Symbol& symbol);
  const std::string* contentOf(const CapturedMemory& memory);

  const KernelModel& model_;
  const CaptureReader& capture_;
  std::map<std::string, const CapturedArgument*> arguments_;
  std::array<uint32_t, 3> block_{}, thread_{};
  std::vector<uint64_t> counters_;            // by loop
  std::vector<Known> known_;                  // by expression
  std::vector<std::optional<Place>> places_;  // by object
  std::map<const CapturedMemory*, std::optional<std::string>> contents_;
  uint64_t moment_ = 1;
};

}  // namespace warpwright::reuse
