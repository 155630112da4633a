// Kernels that wait for a clock make the same rounds each time.
#include "check.h"

__global__ void wait(long long ticks, int* rounds, volatile int* never) {
  const long long start = clock64();
  int count = 0;
  while (clock64() - start < ticks && *never == 0) ++count;
  rounds[threadIdx.x] = count;
}

__global__ void waitByTimer(unsigned nanoseconds, int* rounds) {
  unsigned long long start, now;
  int count = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    ++count;
  } while (now - start < nanoseconds);
  rounds[threadIdx.x] = count;
}

int main() {
  int *rounds, *never;
  CUDA(cudaMalloc(&rounds, 64 * sizeof(int)));
  CUDA(cudaMalloc(&never, sizeof(int)));
  CUDA(cudaMemset(never, 0, sizeof(int)));
  wait<<<1, 64>>>(100000, rounds, never);
  const std::vector<int> first = fromDevice(rounds, 64);
  CHECK(first[0] > 0);
  wait<<<1, 64>>>(100000, rounds, never);
  CHECK(fromDevice(rounds, 64) == first);
  waitByTimer<<<1, 64>>>(50000, rounds);
  const std::vector<int> byTimer = fromDevice(rounds, 64);
  CHECK(byTimer[63] > 0);
  waitByTimer<<<1, 64>>>(50000, rounds);
  CHECK(fromDevice(rounds, 64) == byTimer);
  std::printf("ok\n");
}
