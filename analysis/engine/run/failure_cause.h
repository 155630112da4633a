#pragma once

#include <cstdint>

namespace warpwright::engine {

/// What a device would say stopped a kernel: memory that is not its own, an address that is no multiple of the access's
/// width, an assertion, or anything else.
enum class FailureCause : uint8_t { other, address, misaligned, assertion };

}  // namespace warpwright::engine
