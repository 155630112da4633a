#include <cstdio>

__device__ float largest(float value, float *all) {
  __syncthreads();
  all[threadIdx.x] = value;
  __syncthreads();
  for (int k = 0; k < blockDim.x; ++k) value = fmaxf(value, all[k]);
  return value;
}

__global__ void spread(const float *x, float *out, int n) {
  __shared__ float all[128];
  float most = -1e30f;
  float x_kept[8];
  #pragma unroll
  for (int i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) most = fmaxf(most, (round < 8 ? x_kept[round] = x[blockIdx.x * n + i] : x[blockIdx.x * n + i]));
  most = largest(most, all);
  float sum = 0;
  #pragma unroll
  for (int i = threadIdx.x, round = 0; round <= 8; ++round)
    for (bool more = i < n; more; i += blockDim.x, more = round == 8 && i < n) sum += fabsf((round < 8 ? x_kept[round] : x[blockIdx.x * n + i]) - most);
  out[blockIdx.x * n + threadIdx.x] = sum;
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
