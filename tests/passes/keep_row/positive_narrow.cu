// SET: rounds=32
#include <cstdio>

__global__ void norm(const short *x, float *out, size_t n) {
  long sum = 0;
  for (size_t i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  for (size_t i = threadIdx.x; i < n; i += blockDim.x) out[i] = static_cast<float>(x[i] - sum);
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  norm<<<1, 100>>>((const short *)x, out, n);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
