#pragma once

#include <cstdint>
#include <string_view>

namespace warpwright::engine {

/// What compiled kernels call: synchronisation, printf and the like, and the mathematical functions of libdevice by
/// their names there. Null: the engine has no such function.
void* findDeviceFunction(std::string_view name);

/// Names of engine functions that the lowering and the table must agree on.
inline constexpr const char* ownSharedCheck = "engine_own_shared";
inline constexpr const char* gridBarrierFunction = "engine_grid_barrier";
inline constexpr const char* asyncCopyCheck = "engine_check_async_copy";
inline constexpr const char* asyncCommitCheck = "engine_check_async_commit";
inline constexpr const char* asyncWaitCheck = "engine_check_async_wait";

/// The table's parts: pairs of name and address, ended by a null name.
struct DeviceFunction {
  const char* name;
  void* address;
};
const DeviceFunction* threadFunctions();       ///< engine_*
const DeviceFunction* textureFunctions();      ///< engine_texture, engine_surface
const DeviceFunction* phaseFunctions();        ///< engine_phase*
const DeviceFunction* randomFunctions();       ///< far jumps of random number generators
const DeviceFunction* mathFunctions();         ///< __nv_* and nvvm_*
const DeviceFunction* approximateFunctions();  ///< __nv_fast_*, nvvm_*_approx_*, and what is computed by those
const DeviceFunction* roundingFunctions();     ///< __nv_* with a rounding mode, conversions

}  // namespace warpwright::engine
