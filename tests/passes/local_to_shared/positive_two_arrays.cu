#include <cstdio>

__global__ void count(const unsigned char *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value[5];
  int turn[5] = {0};
  for (int k = 0; k < 5; ++k) value[k] = k * k;
  for (int k = 0; k < 30; ++k) {
    const int at = in[(i + k) % n] % 5;
    turn[at]++;
    value[at] += turn[(at + 1) % 5];
  }
  int all = 0;
  for (int k = 0; k < 5; ++k) all = all * 11 + value[k] * turn[k];
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
