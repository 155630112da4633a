// What kernels allocate: as much as the limit says, and fresh memory is not zero.
#include "check.h"

__global__ void take(char** to, size_t bytes) { *to = static_cast<char*>(malloc(bytes)); }
__global__ void give(char** from) { free(*from); }
__global__ void takeSmall(int* taken) {
  char* last = nullptr;
  while (char** piece = static_cast<char**>(malloc(1 << 16))) {
    *piece = last;
    last = reinterpret_cast<char*>(piece);
    ++*taken;
  }
  while (last != nullptr) {
    char* next = *reinterpret_cast<char**>(last);
    free(last);
    last = next;
  }
}
__global__ void fresh(int* to) {
  int* mine = static_cast<int*>(malloc(16));
  *to = mine[3];
  free(mine);
}

static bool canTake(size_t bytes) {
  char** to;
  CUDA(cudaMalloc(&to, sizeof *to));
  take<<<1, 1>>>(to, bytes);
  const bool could = fromDevice(to, 1)[0] != nullptr;
  give<<<1, 1>>>(to);
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaFree(to));
  return could;
}

int main() {
  size_t limit = 0;
  CUDA(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  CHECK(limit == 8 << 20);
  CHECK(canTake(1 << 20));
  CHECK(!canTake(9 << 20));
  for (int i = 0; i < 20; ++i) CHECK(canTake(1 << 20));
  int* number;
  CUDA(cudaMalloc(&number, sizeof *number));
  CUDA(cudaMemset(number, 0, sizeof *number));
  takeSmall<<<1, 1>>>(number);
  const int taken = fromDevice(number, 1)[0];
  CHECK(taken > 64 && taken <= 128);
  fresh<<<1, 1>>>(number);
  CHECK(fromDevice(number, 1)[0] != 0);
  CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  CUDA(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  CHECK(limit == 64 << 20);
  CHECK(canTake(40 << 20));
  std::printf("ok\n");
}
