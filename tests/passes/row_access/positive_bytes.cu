// SET: at_once=16
// Sixteen bytes at a time; an element that no vector could hold otherwise.
#include <cstdio>

__global__ void row(unsigned char* y, const unsigned char* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  for (int k = 0; k < n; ++k) {
    y[r * n + k] = x[r * n + k] ^ 5;
  }
}

int main() {
  const int rows = 5, n = 48;
  unsigned char *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(unsigned char));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(unsigned char));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (unsigned char)(i * 7 % 23);
    y[i] = (unsigned char)(i % 5);
  }
  row<<<1, 8>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
