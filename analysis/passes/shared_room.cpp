#include "analysis/passes/shared_room.h"

namespace warpwright::passes {

uint64_t spacedShared(uint64_t bytes) {
  constexpr uint64_t mostAlignment = 128;  // that types and libraries of CUDA ask for
  return (bytes + mostAlignment - 1) / mostAlignment * mostAlignment;
}

uint64_t spacedShared(const KernelModel& model, uint64_t times) {
  uint64_t bytes = 0;
  for (const MemoryObject& object : model.objects) {
    if (object.space == MemorySpace::shared && !object.isDynamic) bytes += spacedShared(object.bytes * times);
  }
  return bytes;
}

}  // namespace warpwright::passes
