#include <cstdio>

__global__ void above(const float *x, float *out, int n) {
  float sum = 0, others = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  if (sum > 0)
    for (int i = threadIdx.x; i < n; i += blockDim.x) others += fabsf(x[i]);
  else {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
      others -= x[i];
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
