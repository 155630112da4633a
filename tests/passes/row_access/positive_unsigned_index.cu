// An index of 32 bits without a sign may begin anew at 0: then rounds are made one by one.
#include <cstdio>

__global__ void row(int* y, const int* x, unsigned rows, unsigned n) {
  const unsigned r = threadIdx.x;
  if (r >= rows) return;
  int sum = 0;
  for (unsigned k = 0; k < n; ++k) {
    sum += x[r * n + k];
  }
  y[r] = sum;
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
