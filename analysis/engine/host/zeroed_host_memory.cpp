#include "analysis/engine/host/zeroed_host_memory.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace warpwright::engine {
namespace {

void* take(size_t bytes) {
  return std::calloc(1, bytes);
}
void* takeOrThrow(size_t bytes) {
  void* memory = take(std::max<size_t>(bytes, 1));
  if (!memory) throw std::bad_alloc();
  return memory;
}
void* takeNothrow(size_t bytes, const std::nothrow_t&) {
  return take(std::max<size_t>(bytes, 1));
}
void* takeAligned(size_t alignment, size_t bytes) {
  void* memory = ::aligned_alloc(alignment, bytes);
  if (memory) std::memset(memory, 0, ::malloc_usable_size(memory));
  return memory;
}
void* takeAlignedOrThrow(size_t bytes, std::align_val_t alignment) {
  const auto step = static_cast<size_t>(alignment);
  void* memory = takeAligned(step, (std::max<size_t>(bytes, 1) + step - 1) / step * step);
  if (!memory) throw std::bad_alloc();
  return memory;
}
int takeAt(void** memory, size_t alignment, size_t bytes) {
  const int code = ::posix_memalign(memory, alignment, bytes);
  if (code == 0 && *memory) std::memset(*memory, 0, ::malloc_usable_size(*memory));
  return code;
}
void* resize(void* memory, size_t bytes) {
  const size_t before = memory ? ::malloc_usable_size(memory) : 0;
  auto* moved = static_cast<char*>(std::realloc(memory, bytes));
  const size_t after = moved ? ::malloc_usable_size(moved) : 0;
  if (after > before) std::memset(moved + before, 0, after - before);
  return moved;
}

}  // namespace

void addZeroedMemorySymbols(HostProgram::Symbols& symbols) {
  symbols["malloc"] = reinterpret_cast<void*>(&take);
  symbols["realloc"] = reinterpret_cast<void*>(&resize);
  symbols["posix_memalign"] = reinterpret_cast<void*>(&takeAt);
  for (const char* name : {"aligned_alloc", "memalign"}) symbols[name] = reinterpret_cast<void*>(&takeAligned);
  // operator new of single objects and of arrays
  for (const char* name : {"_Znwm", "_Znam"}) symbols[name] = reinterpret_cast<void*>(&takeOrThrow);
  for (const char* name : {"_ZnwmSt11align_val_t", "_ZnamSt11align_val_t"})
    symbols[name] = reinterpret_cast<void*>(&takeAlignedOrThrow);
  for (const char* name : {"_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t"})
    symbols[name] = reinterpret_cast<void*>(&takeNothrow);
}

}  // namespace warpwright::engine
