#include <cstdio>

__global__ void count(const unsigned char *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int all = 0;
  for (int r = 0; r < 3; ++r) {
    int last[7] = {0};
    for (int k = 0; k < 20; ++k) last[in[(i + k * r) % n] % 7] = k;
    for (int k = 0; k < 7; ++k) all = all * 5 + last[k];
  }
  out[i] = all;
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
