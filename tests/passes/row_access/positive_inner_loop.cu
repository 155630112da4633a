// The pointer moves on in the loop around.
#include <cstdio>

__global__ void row(int* y, const int* x, int rows, int n) {
  const int* p = x;
  int sum = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = threadIdx.x; k < n; ++k) {
      sum += p[k];
    }
    p += n;
  }
  y[threadIdx.x] = sum;
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
