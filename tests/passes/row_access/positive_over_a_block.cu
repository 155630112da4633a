// The threads of a block share a row: rounds are as far apart as the block has threads.
#include <cstdio>

__global__ void row(int* y, const int* x, int rows, int n) {
  const int* from = x + blockIdx.x * n;
  int* to = y + blockIdx.x * n;
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    to[k] = from[k] * rows;
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
  row<<<5, 4>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
