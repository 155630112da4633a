#include <cstdio>
#include <cstdlib>

__global__ void scale(int* data, int n, int flag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (flag > 0 && i < n && i % 3 == flag) data[i] *= 2;
}


// The blocks of a grid up to the last that has work; one where none has.
static unsigned scale_blocks_with_work(unsigned blocks, long long work, unsigned threads) {
  const long long working = work > 0 && threads > 0 ? (work - 1) / threads + 1 : 1;
  return working < blocks ? static_cast<unsigned>(working) : blocks;
}

int main(int argc, char** argv) {
  int* data;
  const int n = argc > 1 ? atoi(argv[1]) : 70;
  cudaMallocManaged(&data, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) data[i] = i;
  scale<<<scale_blocks_with_work(n, n, 32), 32>>>(data, n, 1);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (long)data[i] * (1 + i % 7);
  printf("%ld\n", sum);
}
