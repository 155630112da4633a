// SET: threads=64
#include <cstdio>

__global__ void descend(const int* nodes, int* at, int* found, int levels, unsigned blocks) {
  const unsigned block_x = blockIdx.x * 2 + threadIdx.x / 32;
  const unsigned thread_x = threadIdx.x % 32;
  if (block_x >= blocks) return;
  for (int level = 0; level < levels; ++level) {
    if (nodes[at[block_x] * 32 + thread_x] % 7 == level % 7) found[block_x] = thread_x;
    __syncwarp();
    if (thread_x == 0) at[block_x] = found[block_x];
    __syncwarp();
  }
  if (nodes[at[block_x] * 32 + thread_x] == 5) found[block_x] = thread_x + 100;
}

int main() {
  int *nodes, *at, *found;
  cudaMallocManaged(&nodes, 1024 * sizeof(int));
  cudaMallocManaged(&at, 64 * sizeof(int));
  cudaMallocManaged(&found, 64 * sizeof(int));
  // The first seven of a row are one each for a level, the others for none; the fifth may end the way.
  for (int i = 0; i < 1024; ++i) nodes[i] = i % 32 > 6 ? 712 : i % 32 + (i / 32 % 3 == 0 ? 0 : 7);
  for (int i = 0; i < 64; ++i) {
    at[i] = i % 32;
    found[i] = i % 30;
  }
  descend<<<(26 + 1) / 2, 32 * 2>>>(nodes, at, found, 3, 26);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < 64; ++i) sum += (long)at[i] * (1 + i % 5) + (long)found[i] * (1 + i % 3);
  printf("%ld\n", sum);
}
