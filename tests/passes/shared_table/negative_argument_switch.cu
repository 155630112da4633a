// UNKNOWN: does not always run before
#include <cstdio>

__global__ void lookUp(const unsigned *in, const unsigned *table, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = table[in[i] & 255];
  }
}

int main() {
  const int n = 1000;
  unsigned *in, *out;
  unsigned *table = nullptr;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  unsigned host[256];
  for (unsigned i = 0; i < 256; ++i) host[i] = i * i * 40503u ^ i;
  switch (n) {
    case 1:
      puts("one");
      cudaMalloc(&table, 256 * sizeof(unsigned));
    default:
    cudaMemcpy(table, host, sizeof(host), cudaMemcpyHostToDevice);
    lookUp<<<4, 256>>>(in, table, out, n);
  }
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  return 0;
}
