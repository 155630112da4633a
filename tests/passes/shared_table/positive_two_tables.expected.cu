#include <cstdio>

__constant__ unsigned low[16] = {0, 1, 3, 2, 6, 7, 5, 4, 12, 13, 15, 14, 10, 11, 9, 8};
__constant__ short high[16] = {0, 16, 48, 32, 96, 112, 80, 64, 192, 208, 240, 224, 160, 176, 144, 128};

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned int low_shared[16];
  static_assert(sizeof(low_shared) == sizeof(low), "");
  __shared__ short high_shared[16];
  static_assert(sizeof(high_shared) == sizeof(high), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 16; element += threads) low_shared[element] = low[element];
  for (unsigned element = thread; element < 16; element += threads) high_shared[element] = high[element];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned value = in[i];
  out[i] = high_shared[value >> 4 & 15] | low_shared[value & 15];
}

int main() {
  const int n = 1000;
  unsigned *in;
  unsigned *out;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  lookUp<<<8, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
