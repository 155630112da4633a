#include <cstdio>

__global__ void lookUp(const unsigned *__restrict__ in, const unsigned char *__restrict__ table,
                       unsigned *__restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned char c = in[i];
  for (int k = 0; k < 16; ++k) c = table[c] ^ k;
  out[i] = c;
}

int main() {
  const int n = 1000;
  unsigned *in, *out;
  unsigned char *table;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 7;
  unsigned host[256];
  for (unsigned i = 0; i < 256; ++i) host[i] = i * i * 40503u ^ i;
  cudaMalloc((void **)&table, 256);
  for (int i = 0; i < 256; ++i) ((unsigned char *)host)[i] = i * 167 + 13;
  cudaMemcpy(table, host, 256, cudaMemcpyHostToDevice);
  lookUp<<<4, 256>>>(in, table, out, n);
  cudaDeviceSynchronize();
  unsigned long long all = 0;
  for (int i = 0; i < n; ++i) all = all * 31 + out[i];
  printf("%llu\n", all);
  cudaFree(table);
  return 0;
}
