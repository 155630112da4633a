// A program for the driver of a real GPU: three launches of `addTo`, each on what the one before gave. Exit 0: they
// were right.
#include <cstdio>
#include <utility>
#include <vector>

#include "core/execute/gpu/cuda_driver.h"
#include "tests/gpu/gpu_program.h"

using namespace warpwright::gpu;

int main() {
  const auto driver = CudaDriver::load();
  if (!driver.ok()) return 2;
  const CudaDriver& cuda = **driver;
  CuContext context = nullptr;
  CuModule module = nullptr;
  CuFunction function = nullptr;
  if (cuda.cuInit(0) != 0 || cuda.cuDevicePrimaryCtxRetain(&context, 0) != 0 || cuda.cuCtxSetCurrent(context) != 0)
    return 2;
  if (cuda.cuModuleLoadData(&module, addToPtx) != 0 || cuda.cuModuleGetFunction(&function, module, "addTo") != 0)
    return 3;
  CuAddress from = 0, to = 0, spare = 0;
  constexpr size_t bytes = addToCount * sizeof(int);
  if (cuda.cuMemAlloc(&spare, 1 << 20) != 0 || cuda.cuMemAlloc(&from, bytes) != 0 || cuda.cuMemAlloc(&to, bytes) != 0)
    return 4;
  cuda.cuMemFree(spare);
  std::vector<int> values(addToCount);
  for (int i = 0; i < addToCount; ++i) values[static_cast<size_t>(i)] = i;
  cuda.cuMemcpyHtoD(from, values.data(), bytes);
  int n = addToCount;
  for (int launch = 0; launch < 3; ++launch) {
    void* arguments[] = {&to, &from, &n};
    if (cuda.cuLaunchKernel(function, (n + addToBlock - 1) / addToBlock, 1, 1, addToBlock, 1, 1, 0, nullptr, arguments,
                            nullptr) != 0) {
      return 5;
    }
    std::swap(from, to);
  }
  if (cuda.cuCtxSynchronize() != 0 || cuda.cuMemcpyDtoH(values.data(), from, bytes) != 0) return 6;
  for (int i = 0; i < addToCount; ++i) {
    if (values[static_cast<size_t>(i)] != i + 15) return 7;
  }
  std::printf("right\n");
  return 0;
}
