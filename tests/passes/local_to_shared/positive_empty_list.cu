#include <cstdio>

__global__ void count(const unsigned char *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  short seen[4][5] = {};
  for (int k = 0; k < 40; ++k) seen[in[(i + k) % n] & 3][in[(i + 2 * k) % n] % 5] += k;
  int all = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 5; ++b) all = all * 3 + seen[a][b];
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
