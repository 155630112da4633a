// What libFuzzer calls, for the target that the program is built for.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "tests/fuzz/fuzz_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const warpwright::fuzz::Target* const target = [] {
    for (const auto& one : warpwright::fuzz::targets()) {
      if (std::strcmp(one.name, WARPWRIGHT_FUZZ_TARGET) == 0) return &one;
    }
    std::abort();
  }();
  target->take({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
