#include <cstdio>

__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {  // one thread a word
  __shared__ unsigned int table_shared_2[256];
  static_assert(sizeof(table_shared_2) == sizeof(table), "");
  const unsigned threads_2 = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread_2 = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned element = thread_2; element < 256; element += threads_2) table_shared_2[element] = table[element];
  __syncthreads();
  const unsigned table_shared = 7;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = n;
  for (int i = thread; i < threads; i += gridDim.x * blockDim.x) out[i] = table_shared_2[in[i] & 255] * table_shared;
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
  lookUp<<<2, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
