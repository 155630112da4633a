#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/capture/capture_file.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::reuse {

/// Values of index forms for one thread of a captured launch: what the thread would compute, read out of the captured
/// arguments and memory. Only memory that the kernel never writes counts, and that has not changed behind its back.
/// Keeps references to the model and the capture.
class CapturedValues {
 public:
  CapturedValues(const KernelModel& model, const CaptureReader& capture);

  /// From now on values are this thread's; the counters of loops stay as they are.
  void enter(const std::array<uint32_t, 3>& block, const std::array<uint32_t, 3>& thread);
  /// From now on the loop's back edge has been taken so many times; nothing: it is not known how often.
  void setCounter(LoopId loop, std::optional<uint64_t> taken);
  std::optional<uint64_t> counterOf(LoopId loop) const { return counters_[loop.value]; }
  /// Nothing where a part is not known: `reason` says which.
  std::optional<uint64_t> value(ExpressionId expression);
  /// Why the last value() gave nothing: "the kernel writes `mask`".
  const std::string& reason() const { return reasons_[cause_]; }

  /// What a value depends on, as a set of bits: of the thread, and of the counters of loops.
  uint64_t dependsOn(ExpressionId expression);
  static uint64_t bitOf(LoopId loop) { return uint64_t{1} << std::min<uint32_t>(loop.value + 1, 62); }

  /// The captured memory behind an object of the model, and where the object begins in it. Null: not in the capture.
  struct Place {
    const CapturedMemory* memory = nullptr;
    uint64_t offset = 0;
  };
  Place placeOf(ObjectId object) const;

 private:
  struct Known {
    uint64_t stamp = 0;
    std::optional<uint64_t> value;
    uint32_t cause = 0;  // where there is no value
  };
  enum class Failure : uint8_t { notFollowed, written, notCaptured, pastEnd, changed, notRead, noCounter };
  static constexpr uint64_t isOfThread = 1, isLookedAt = uint64_t{1} << 63;

  std::optional<uint64_t> compute(const ExpressionNode& node);
  std::optional<uint64_t> ofSymbol(SymbolId id);
  std::optional<uint64_t> ofArgument(SymbolId id);
  std::optional<uint64_t> load(SymbolId id);
  std::nullopt_t fail(SymbolId id, Failure failure);
  uint64_t lastChange(uint64_t bits) const;

  // Memory as it was at the launch, and after it where that differs.
  struct Content {
    bool isKnown = false;
    std::string before, after;
  };
  const Content& contentOf(const CapturedMemory& memory);

  const KernelModel& model_;
  const CaptureReader& capture_;
  std::map<std::string, const CapturedArgument*> arguments_;
  std::array<uint32_t, 3> block_{}, thread_{};
  std::vector<std::optional<uint64_t>> counters_;  // by loop
  std::vector<Known> known_;                       // by expression
  std::vector<uint64_t> depends_;                  // by expression; 0: not looked at
  std::vector<std::optional<Place>> places_;       // by object
  std::map<const CapturedMemory*, Content> contents_;
  std::vector<std::string> reasons_{""};
  std::map<std::pair<SymbolId, Failure>, uint32_t> causes_;
  uint32_t cause_ = 0;
  std::array<uint64_t, 64> changes_{};  // by bit: the stamp of the last change
  uint64_t stamp_ = 1;
};

}  // namespace warpwright::reuse
