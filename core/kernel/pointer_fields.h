#pragma once

#include "core/kernel/kernel_model.h"

namespace warpwright {

/// MemoryObject::argumentIndex of memory behind a pointer that is a field of this argument: below -1, since the
/// argument itself leads nowhere.
constexpr int indexOfField(unsigned argument) {
  return -2 - static_cast<int>(argument);
}

/// Memory that a pointer from the host leads to, an argument or a field of one: other such pointers may lead there too.
inline bool isBehindPointer(const MemoryObject& object) {
  return object.argumentIndex != -1;
}

}  // namespace warpwright
