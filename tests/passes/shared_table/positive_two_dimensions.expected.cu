#include <cstdio>

__constant__ unsigned table[4][64];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned int table_shared[4][64];
  static_assert(sizeof(table_shared) == sizeof(table), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread; element < 256; element += threads) table_shared[element / 64][element % 64] = table[element / 64][element % 64];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned all = 0;
  for (int k = 0; k < 4; ++k) all ^= table_shared[k][in[i] >> 6 * k & 63];
  out[i] = all;
}

int main() {
  const int n = 1000;
  unsigned *in;
  unsigned *out;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  unsigned host[256];
  for (unsigned i = 0; i < 256; ++i) host[i] = i * i * 40503u ^ i;
  cudaMemcpyToSymbol(table, host, sizeof(host));
  lookUp<<<4, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
