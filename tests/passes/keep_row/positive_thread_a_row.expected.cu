#include <cstdio>

__global__ void norm(const float *x, float *out, int n, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  float x_kept[8];
  #pragma unroll
  for (int k = 0, round = 0; round <= 8; ++round)
    for (bool more = k < n; more; k++, more = round == 8 && k < n) sum += (round < 8 ? x_kept[round] = x[row * n + k] : x[row * n + k]);
  #pragma unroll
  for (int k = 0, round = 0; round <= 8; ++round)
    for (bool more = k < n; more; ++k, more = round == 8 && k < n) out[row * n + k] = (round < 8 ? x_kept[round] : x[row * n + k]) - sum;
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  norm<<<1, 4>>>(x, out, n, rows);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
