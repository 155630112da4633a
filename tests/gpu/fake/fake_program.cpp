// A program for the fake driver. Arguments: run [LAUNCHES] | fault | refused | unmapped | none. Prints what it
// computed.
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/gpu/fake/fake_cubin.h"
#include "tests/gpu/fake/fake_cuda.h"

namespace {

constexpr int count = 200'000;

// out[i] = in[i] * factor + variable[i & 3]; variable[0] grows by one a launch.
bool scaleBy(unsigned grid, unsigned, void** arguments, int32_t* variable) {
  float* out = *static_cast<float**>(arguments[0]);
  const float* in = *static_cast<const float**>(arguments[1]);
  const int factor = *static_cast<int*>(arguments[2]);
  if (grid == 99) return false;
  for (int i = 0; i < count; ++i) out[i] = in[i] * static_cast<float>(factor) + static_cast<float>(variable[i & 3]);
  ++variable[0];
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "run";
  if (std::strcmp(what, "none") == 0) return 5;
  cuInit(0);
  const size_t offsets[] = {0, 8, 16}, sizes[] = {8, 8, 4};
  const std::string cubin = fakeCubin({{"variable", 16}, {"elsewhere", 4}}, {});
  void* kernel = fakeLoadKernel("_Z7scaleByPfPKfi", scaleBy, offsets, sizes, 3, cubin.data(), cubin.size());
  uint64_t out = 0, in = 0, unused = 0, freed = 0;
  void* host = nullptr;
  cuMemAlloc_v2(&freed, 4096);
  cuMemAlloc_v2(&in, count * sizeof(float));
  cuMemAlloc_v2(&out, count * sizeof(float));
  cuMemAllocManaged(&unused, 100, 1);
  cuMemAllocHost_v2(&host, 64);
  std::memset(host, 7, 64);
  if (std::strcmp(what, "unmapped") == 0) {
    // Registered, and gone without a word.
    void* gone = ::mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cuMemHostRegister_v2(gone, 8192, 0);
    ::munmap(gone, 8192);
  }
  cuMemFree_v2(freed);
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) values[static_cast<size_t>(i)] = static_cast<float>(i);
  cuMemcpyHtoD_v2(in, values.data(), count * sizeof(float));
  int factor = 2;
  void* arguments[] = {&out, &in, &factor};
  const bool fault = std::strcmp(what, "fault") == 0, refused = std::strcmp(what, "refused") == 0;
  const int launches = argc > 2 ? std::atoi(argv[2]) : 3;
  for (int i = 0; i < launches; ++i) {
    ++factor;
    const int code = cuLaunchKernel(kernel, fault ? 99 : 4 + static_cast<unsigned>(i), 1, 1, refused ? 2048 : 256, 1, 1,
                                    32, nullptr, arguments, nullptr);
    if (code != 0) std::printf("launch gave %d\n", code);
  }
  std::printf("end %d\n", cuCtxSynchronize());
  std::vector<float> results(count);
  if (cuMemcpyDtoH_v2(results.data(), out, count * sizeof(float)) == 0)
    std::printf("last %g\n", static_cast<double>(results.back()));
  return fault ? 3 : 0;
}
