#include <cstdio>

__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  float x_kept[8];
  #pragma unroll
  for (int i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) sum += (round < 8 ? x_kept[round] = x[i] : x[i]);
  #pragma unroll
  for (int i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) out[i] = (round < 8 ? x_kept[round] : x[i]) - sum;
}

void launch(const float *x, float *out, int n, int threads) { norm<<<1, threads>>>(x, out, n); }
