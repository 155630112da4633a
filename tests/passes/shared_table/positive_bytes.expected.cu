#include <cstdio>

__constant__ unsigned char table[256];

// Ones of eight bytes.
__global__ void lookUp(const unsigned long long *in, int *out, int n) {
  __shared__ unsigned char table_shared[256];
  static_assert(sizeof(table_shared) == sizeof(table), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 256; element += threads) table_shared[element] = table[element];
  __syncthreads();
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n) return;
  unsigned long long x = in[at];
  unsigned char a = table_shared[x & 0xFF];
  unsigned char b = table_shared[(x >> 8) & 0xFF];
  out[at] = a + b + table_shared[(x >> 16) & 0xFF];
}

int main() {
  const int n = 1000;
  unsigned long long *in;
  int *out;
  cudaMallocManaged(&in, n * sizeof(unsigned long long));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  unsigned char host[256];
  for (unsigned i = 0; i < 256; ++i) host[i] = __builtin_popcount(i);
  cudaMemcpyToSymbol(table, host, sizeof(host));
  lookUp<<<4, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
