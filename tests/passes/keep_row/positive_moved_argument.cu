#include <cstdio>

__global__ void spread(const float *x, float *out, int n) {
  x += blockIdx.x * n;
  float least = 1e30f, most = -1e30f;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    least = fminf(least, x[i]);

  for (int i = threadIdx.x; i < n; i += blockDim.x)
    most = fmaxf(most, x[i]);
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
