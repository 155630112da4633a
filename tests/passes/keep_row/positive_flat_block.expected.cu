// SET: kept_in=shared rounds=4
#include <cstdio>

__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  __shared__ float x_kept[4][8][16];
  for (int i = threadIdx.y * 16 + threadIdx.x, round = 0; i < n; i += 128, round += round < 4) sum += (round < 4 ? x_kept[round][threadIdx.y][threadIdx.x] = x[i] : x[i]);
  for (int i = threadIdx.y * 16 + threadIdx.x, round = 0; i < n; i += 128, round += round < 4) out[i] = (round < 4 ? x_kept[round][threadIdx.y][threadIdx.x] : x[i]) - sum;
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  norm<<<1, dim3(16, 8)>>>(x, out, n);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
