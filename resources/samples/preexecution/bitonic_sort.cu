// Bitonic sort, one exchange a thread and launch: a light thread (LWST) whose partner moves from launch to launch.
//   bitonic_sort [n]     (default 2M keys, n / 2 threads, 256 a block; n a power of two)
#include <cstdio>
#include <cstdlib>

__global__ void bitonicPass(unsigned* keys, unsigned half, unsigned stage, unsigned pass) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= half) return;
  unsigned distance = 1u << (stage - pass);
  unsigned left = i % distance + i / distance * (2 * distance), right = left + distance;
  unsigned a = keys[left], b = keys[right];
  bool rising = (i >> stage) % 2 == 0;
  bool swap = rising ? a > b : a < b;
  keys[left] = swap ? b : a;
  keys[right] = swap ? a : b;
}

int main(int argc, char** argv) {
  unsigned n = argc > 1 ? std::atoi(argv[1]) : 1 << 21, half = n / 2;
  unsigned* keys;
  cudaMallocManaged(&keys, n * sizeof(unsigned));
  for (unsigned i = 0; i < n; ++i) keys[i] = i * 2654435761u;
  for (unsigned stage = 0; 1u << stage < n; ++stage) {
    for (unsigned pass = 0; pass <= stage; ++pass) bitonicPass<<<(half + 255) / 256, 256>>>(keys, half, stage, pass);
  }
  cudaDeviceSynchronize();
  for (unsigned i = 1; i < n; ++i) {
    if (keys[i - 1] > keys[i]) return std::printf("wrong at %u\n", i), 1;
  }
  std::puts("right");
}
