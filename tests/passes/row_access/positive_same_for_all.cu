// All threads load the same elements of one argument.
#include <cstdio>

__global__ void row(int* y, const int* x, const int* w, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += x[r * n + k] * w[k];
  }
  y[r] = sum;
}

int main() {
  const int rows = 5, n = 36;
  int *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(int));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(int));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (int)(i * 7 % 23);
    y[i] = (int)(i % 5);
  }
  int* w;
  cudaMallocManaged(&w, n * sizeof(int));
  for (int i = 0; i < n; ++i) w[i] = i;
  row<<<1, 8>>>(y, x, w, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
