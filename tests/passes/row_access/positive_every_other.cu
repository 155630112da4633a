// A constant step; the index has no sign, and may begin anew at 0.
#include <cstdio>

__global__ void row(int* y, const int* x, unsigned rows, unsigned n) {
  const unsigned r = threadIdx.x;
  if (r >= rows) return;
  for (unsigned k = 0; k < n; k += 2) {
    y[r * n + k] = x[r * n + k] + 1;
  }
}

int main() {
  const int rows = 5, n = 38;
  int *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(int));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(int));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (int)(i * 7 % 23);
    y[i] = (int)(i % 5);
  }
  row<<<1, 8>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
