#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/engine/lower/device_unit.h"
#include "core/base/result.h"

namespace warpwright::engine {

class Arena;

/// One unit's device code with its variables placed.
struct UnitCode {
  std::string name, bitcode;
  std::vector<std::string> kernels;
  std::map<std::string, DeviceVariable> variables;  ///< by mangled name; all that lie in the arena
  std::map<std::string, uint64_t> addresses;        ///< of the same
  struct FunctionSlot {
    uint64_t address = 0;  ///< of a pointer in a variable that holds the address of `function`
    std::string function;
  };
  std::vector<FunctionSlot> functionSlots;
};

/// Reads a unit, gives each variable its place in the arena, the one in `places` if it is named there, and writes its
/// initial value there. `placesAreWishes`: a variable goes elsewhere where its place is taken.
Result<UnitCode> placeUnit(DeviceUnit unit, Arena& arena, const std::map<std::string, uint64_t>& places,
                           bool placesAreWishes);
/// One unit out of several whose functions and variables see each other.
Result<DeviceUnit> linkUnits(const std::vector<DeviceUnit>& units);

}  // namespace warpwright::engine
