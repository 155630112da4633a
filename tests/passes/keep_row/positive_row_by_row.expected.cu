#include <cstdio>

__global__ void rows(const float *x, float *out, int n, int rows) {
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float sum = 0;
    float x_kept[8];
    #pragma unroll
    for (int i = threadIdx.x, round = 0; round <= 8; ++round)
      for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) sum += (round < 8 ? x_kept[round] = x[row * n + i] : x[row * n + i]);
    #pragma unroll
    for (int i = threadIdx.x, round = 0; round <= 8; ++round)
      for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) out[row * n + i] = (round < 8 ? x_kept[round] : x[row * n + i]) - sum;
  }
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  ::rows<<<2, 128>>>(x, out, n, rows);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
