// UNKNOWN: Threads exchange values through `at` (lines 6 and 8), which is `__restrict__`
#include <cstdio>

__global__ void descend(const int* __restrict__ nodes, long* __restrict__ at, long* next, int levels) {
  for (int level = 0; level < levels; ++level) {
    if (nodes[at[blockIdx.x] * 32 + threadIdx.x] == level) next[blockIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) at[blockIdx.x] = next[blockIdx.x];
    __syncthreads();
  }
}

int main() {
  int* nodes;
  long *at, *next;
  cudaMallocManaged(&nodes, 32 * 32 * sizeof(int));
  cudaMallocManaged(&at, 8 * sizeof(long));
  cudaMallocManaged(&next, 8 * sizeof(long));
  for (int i = 0; i < 1024; ++i) nodes[i] = i % 32;
  descend<<<8, 32>>>(nodes, at, next, 3);
  cudaDeviceSynchronize();
  printf("%ld\n", at[3]);
}
