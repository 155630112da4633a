// All rounds are written out, two vectors of each row; an array that they fill stays in registers.
#include <cstdio>

__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  int own[16], sum = 0;
  for (int k = 0; k < 16; ++k) own[k] = x[r * n + k];
  for (int k = 0; k < 16; ++k) {
    sum += own[k] * own[15 - k];
    y[r * n + k] = sum;
  }
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
