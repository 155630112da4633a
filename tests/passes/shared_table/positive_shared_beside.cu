#include <cstdio>

__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned own[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  own[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  const unsigned other = own[threadIdx.x ^ 1];
  if (i < n) out[i] = table[other & 255];
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
  lookUp<<<8, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
