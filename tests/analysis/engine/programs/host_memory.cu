// Host memory that nobody has written is zero, whatever the engine's own compiler has left in the process.
#include <cstdlib>
#include <new>

#include "check.h"

__global__ void sum(const int* data, int count, int* result) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) atomicOr(result, data[i]);
}

/// Some bit is set in what the host reads, or in what a kernel gets.
static bool isWritten(const int* host, int count) {
  for (int i = 0; i < count; ++i) {
    if (host[i] != 0) return true;
  }
  int *data, *result;
  CUDA(cudaMalloc(&data, count * sizeof(int)));
  CUDA(cudaMalloc(&result, sizeof(int)));
  CUDA(cudaMemset(result, 0, sizeof(int)));
  CUDA(cudaMemcpy(data, host, count * sizeof(int), cudaMemcpyHostToDevice));
  sum<<<1, 32>>>(data, count, result);
  const bool written = fromDevice(result, 1)[0] != 0;
  CUDA(cudaFree(data));
  CUDA(cudaFree(result));
  return written;
}

int main() {
  for (int count = 4; count <= 65536; count *= 2) {
    int* taken = static_cast<int*>(std::malloc(count * sizeof(int)));
    CHECK(!isWritten(taken, count));
    taken[0] = taken[count - 1] = 1;
    taken = static_cast<int*>(std::realloc(taken, 2 * count * sizeof(int)));
    CHECK(taken[0] == 1 && taken[count - 1] == 1 && !isWritten(taken + count, count));
    std::free(taken);
    int* made = new int[count];
    CHECK(!isWritten(made, count));
    delete[] made;
  }
  std::printf("ok\n");
}
