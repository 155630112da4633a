#include <cstdio>

__global__ void norm(const float *in, float *out, int n) {
  const int offset = blockIdx.x * n;
  float sum = 0;
  float in_kept[8];
  #pragma unroll
  for (int ii = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = ii < n; more; ii += 64, more = round == 8 && ii < n) {
      const int idx = offset + ii;
      sum += fminf((round < 8 ? in_kept[round] = in[idx] : in[idx]), 2 - in[idx]);
    }
  #pragma unroll
  for (int k = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = k < n; more; k += 64, more = round == 8 && k < n) {
      const int at = offset + k;
      out[at] = (round < 8 ? in_kept[round] : in[at]) - sum;
    }
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  norm<<<rows, 64>>>(x, out, n);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
