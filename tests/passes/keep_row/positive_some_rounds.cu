#include <cstdio>

__global__ void above(const float *x, float *out, int n) {
  float sum = 0;
  int count = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  const float mean = sum - 7;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (i % 3 != 0 && x[i] > mean) ++count;
  }
  out[threadIdx.x] = count;
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
