#pragma once

#include <cstdint>

namespace warpwright::engine {

/// The bytes of device memory that a program may have where nobody says how many.
uint64_t defaultDeviceMemory();

/// Bounds what the host side may take, past the addresses that are mapped already.
void limitHostMemory();

}  // namespace warpwright::engine
