#include <cstdio>

__global__ void count(const unsigned char *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned last[10];
  unsigned *at = last;
  for (int k = 0; k < 10; ++k) *at++ = k * i;
  at = last + in[i] % 5;
  at[1] ^= 77;
  unsigned *beside = &last[in[(i + 1) % n] % 10];
  *beside += sizeof(last) / sizeof(last[0]);
  unsigned all = 0;
  for (int k = 0; k < 10; ++k) all = all * 3 + last[k];
  out[i] = all & 0xfffff;
}

int main() {
  const int n = 1000;
  unsigned char *in;
  int *out;
  cudaMallocManaged(&in, n);
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 2654435761u >> 13;
  count<<<4, 256>>>(in, out, n);
  cudaDeviceSynchronize();
  double all = 0;
  for (int i = 0; i < n; ++i) all = all * 0.75 + out[i];
  printf("%.17g\n", all);
  return 0;
}
