#include <cstdio>

__constant__ const unsigned table[16] = {1, 2, 4, 8, 16, 32, 64, 128, 3, 5, 9, 17, 33, 65, 129, 257};

// With a constant another function may be called than with what can be written.
__device__ unsigned kind(const unsigned &) {
  return 1;
}
__device__ unsigned kind(long long) {
  return 2;
}

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned int table_shared[16];
  static_assert(sizeof(table_shared) == sizeof(table), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 16; element += threads) table_shared[element] = table[element];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = kind(table[in[i] & 15]) + __popc(table[in[i] & 15]) + table_shared[in[i] >> 4 & 15];
}

int main() {
  const int n = 1000;
  unsigned *in;
  unsigned *out;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  lookUp<<<4, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
