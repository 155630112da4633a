// SET: at_once=4
// Each vector is aligned as its elements ask for.
#include <cstdio>

__global__ void row(int* y, const short* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  for (int k = 0; k < n; ++k) {
    y[r * n + k] = x[r * n + k];
  }
}

int main() {
  const int rows = 5, n = 40;
  int *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(int));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(int));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (int)(i * 7 % 23);
    y[i] = (int)(i % 5);
  }
  row<<<1, 8>>>(y, (const short*)x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
