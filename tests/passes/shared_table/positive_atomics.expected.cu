#include <cstdio>

__constant__ unsigned char table[256];

// Nobody changes constant memory: that others see updates in some order tells nothing of it.
__global__ void count(const unsigned char *in, unsigned *out, int n) {
  __shared__ unsigned char table_shared[256];
  static_assert(sizeof(table_shared) == sizeof(table), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 256; element += threads) table_shared[element] = table[element];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned before = atomicAdd(&out[table_shared[in[i]]], 1u);
  __threadfence();
  if (before > 1000) out[999] = 1;
}

int main() {
  const int n = 1000;
  unsigned char *in;
  unsigned *out;
  cudaMallocManaged(&in, n * sizeof(unsigned char));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  unsigned char host[256];
  for (unsigned i = 0; i < 256; ++i) host[i] = i % 10;
  cudaMemcpyToSymbol(table, host, sizeof(host));
  count<<<4, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
