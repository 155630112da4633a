// SET: at_once=4
// Vectors have 16 bytes: two of them for four rounds.
#include <cstdio>

__global__ void row(double* y, const double* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += x[r * n + k];
  }
  y[r] = sum;
}

int main() {
  const int rows = 5, n = 36;
  double *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(double));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(double));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (double)(i * 7 % 23);
    y[i] = (double)(i % 5);
  }
  row<<<1, 8>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%g %g\n", x[i], y[i]);
  return 0;
}
