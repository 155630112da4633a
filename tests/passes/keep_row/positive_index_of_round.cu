#include <cstdio>

__global__ void norm(const float *in, float *out, int n) {
  const int offset = blockIdx.x * n;
  float sum = 0;
  for (int ii = threadIdx.x; ii < n; ii += 64) {
    const int idx = offset + ii;
    sum += fminf(in[idx], 2 - in[idx]);
  }
  for (int k = threadIdx.x; k < n; k += 64) {
    const int at = offset + k;
    out[at] = in[at] - sum;
  }
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  norm<<<rows, 64>>>(x, out, n);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
