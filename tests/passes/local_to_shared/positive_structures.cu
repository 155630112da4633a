#include <cstdio>

struct Best {
  int value, at;
};

__global__ void count(const unsigned char *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Best best[9];
  for (int k = 0; k < 9; ++k) {
    best[k].value = -1;
    best[k].at = k;
  }
  for (int k = 0; k < 30; ++k) {
    const int value = in[(i + k) % n], to = value % 9;
    if (value > best[to].value) best[to] = Best{value, k};
    best[(to + 1) % 9] = best[to];
  }
  int all = 0;
  for (int k = 0; k < 9; ++k) all = all * 7 + best[k].value * 2 + best[k].at;
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
