#include <cstdio>

#define BINS 12
constexpr int rows = 3;

__global__ void count(const unsigned char *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  short seen[rows][BINS];
  for (int r = 0; r < rows; ++r)
    for (int k = 0; k < BINS; ++k) seen[r][k] = r;
  for (int k = 0; k < 40; ++k) seen[k % rows][in[(i + k) % n] % BINS] += k;
  int all = 0;
  for (int r = 0; r < rows; ++r)
    for (int k = 0; k < BINS; ++k) all = all * 3 + seen[r][k];
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
