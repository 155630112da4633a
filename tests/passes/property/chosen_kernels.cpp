#include "tests/passes/property/chosen_kernels.h"

#include <QtGlobal>

#include "tests/passes/property/independent_kernel.h"

namespace {

/// Which seeds give kernels of one kind alone (see randomKernel).
struct Kind {
  const char* only;
  uint64_t every, rest;
};
constexpr Kind kinds[] = {{"WARPWRIGHT_PROPERTY_ELEMENTS", 6, 5}, {"WARPWRIGHT_PROPERTY_REUSE", 24, 4},
                          {"WARPWRIGHT_PROPERTY_ROWS", 24, 13},   {"WARPWRIGHT_PROPERTY_DIVISIONS", 24, 19},
                          {"WARPWRIGHT_PROPERTY_ARRAYS", 24, 7},  {"WARPWRIGHT_PROPERTY_TREES", 24, 16},
                          {"WARPWRIGHT_PROPERTY_WAITS", 24, 1},   {"WARPWRIGHT_PROPERTY_WARPS", 12, 10}};

}  // namespace

std::vector<RandomKernel> chosenKernels(int seed, int count) {
  bool isNumber = false;
  const int asked = qEnvironmentVariableIntValue("WARPWRIGHT_PROPERTY_INDEPENDENT", &isNumber);
  const int every = isNumber ? asked : 8;
  std::vector<RandomKernel> kernels;
  for (int i = 0; i < count; ++i) {
    auto own = static_cast<uint64_t>(seed) * 1000 + static_cast<uint64_t>(i);
    for (const Kind& kind : kinds) {
      if (qEnvironmentVariableIsSet(kind.only)) own = own * kind.every + kind.rest;
    }
    const std::string name = "k" + std::to_string(i);
    kernels.push_back(i % every == every / 2 ? independentKernel(own, name) : randomKernel(own, name));
  }
  return kernels;
}
