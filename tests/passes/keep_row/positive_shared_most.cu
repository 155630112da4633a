// SET: kept_in=shared
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
  for (int i = threadIdx.x; i < n; i += blockDim.x) most = fmaxf(most, x[blockIdx.x * n + i]);
  most = largest(most, all);
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += fabsf(x[blockIdx.x * n + i] - most);
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
