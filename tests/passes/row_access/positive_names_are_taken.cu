// Names that the kernel uses already.
#include <cstdio>

__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  int whole = 0, round = 1, x_row = 2, y_at = 3;
  for (int k = 0; k < n; ++k) {  // whole rounds
    whole += x[r * n + k] * round;
    y[r * n + k] = whole + x_row;
  }
  y[r * n] += y_at;
}

int main() {
  const int rows = 5, n = 37;
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
