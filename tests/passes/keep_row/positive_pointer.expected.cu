#include <cstdio>

__global__ void spread(const float *x, float *out, int n) {
  const float *row = x + blockIdx.x * n;
  float least = 1e30f, most = -1e30f;
  float row_kept[8];
  #pragma unroll
  for (unsigned i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) least = fminf(least, (round < 8 ? row_kept[round] = *(row + i) : *(row + i)));
  #pragma unroll
  for (unsigned i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) most = fmaxf(most, (round < 8 ? row_kept[round] : *(row + i)));
  out[blockIdx.x * n + threadIdx.x] = most - least;
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  spread<<<rows, 128>>>(x, out, n);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
