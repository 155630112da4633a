// SET: kept_in=registers
#include <cstdio>

__global__ void norm(const float4 *x, float4 *out, int n) {
  float sum = 0;
  float4 x_kept[8];
  #pragma unroll
  for (int i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) {
      float4 v = (round < 8 ? x_kept[round] = x[i] : x[i]);
      sum += v.x + v.y + v.z + v.w;
    }
  #pragma unroll
  for (int i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) {
      float4 v = (round < 8 ? x_kept[round] : x[i]);
      out[i] = make_float4(v.x - sum, v.y - sum, v.z - sum, (round < 8 ? x_kept[round] : x[i]).w - sum);
    }
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  norm<<<1, 64>>>((const float4 *)x, (float4 *)out, n / 4);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
