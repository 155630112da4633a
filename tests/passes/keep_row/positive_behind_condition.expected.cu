#include <cstdio>

__global__ void above(const float *x, float *out, int n) {
  float sum = 0, others = 0;
  float x_kept[8];
  #pragma unroll
  for (int i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) sum += (round < 8 ? x_kept[round] = x[i] : x[i]);
  if (sum > 0)
    #pragma unroll
    for (int i = threadIdx.x, round = 0; round <= 8; ++round)
      for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) others += fabsf((round < 8 ? x_kept[round] : x[i]));
  else {
    #pragma unroll
    for (int i = threadIdx.x, round = 0; round <= 8; ++round)
      for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) {
        others -= (round < 8 ? x_kept[round] : x[i]);
      }
  }
  out[threadIdx.x] = others;
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  above<<<1, 128>>>(x, out, n);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
