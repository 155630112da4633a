#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/kernel/ptx_control.h"
#include "core/kernel/ptx_data_flow.h"

namespace warpwright {

/// What is in a register somewhere: what an operation made, a number, or what comes from several blocks that join.
struct PtxHeld {
  enum class Kind : uint8_t { nothing, undefined, made, number, joined };
  Kind kind = Kind::nothing;
  size_t index = 0;         ///< of the operation, or the block
  std::string_view number;  ///< as the text has it

  auto operator<=>(const PtxHeld&) const = default;
};

/// What registers of one function hold, in static single assignment with the fewest joins (Cytron et al. 1991).
class PtxRegisters {
 public:
  /// Requires: both outlive it, and are of one function.
  PtxRegisters(const PtxDataFlow& flow, const PtxControl& control) : flow_(flow), control_(control) {}

  /// What the register is where that operation reads it. Requires: something makes it.
  PtxHeld heldAt(std::string_view name, size_t operation);
  /// What it is where the block ends.
  PtxHeld heldBehind(std::string_view name, size_t block);

 private:
  PtxHeld heldBy(size_t operation) const;
  std::optional<size_t> lastIn(std::string_view name, size_t block, size_t before) const;
  const std::vector<PtxHeld>& heldAtBegin(std::string_view name);

  const PtxDataFlow& flow_;
  const PtxControl& control_;
  std::map<std::string_view, std::vector<PtxHeld>> atBegin_;  ///< of each block
};

}  // namespace warpwright
