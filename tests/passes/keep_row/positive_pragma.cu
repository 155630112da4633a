#include <cstdio>

__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
#pragma unroll 4
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum += x[i];
  }
  #pragma unroll 2
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    out[i] = x[i] - sum;  // small
  }
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  norm<<<1, 128>>>(x, out, n);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
