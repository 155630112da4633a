// Rounds are as far apart as the grid has threads, in 64 bits.
#include <cstdio>

__global__ void row(int* y, const int* x, size_t n) {
  const size_t threads = (size_t)blockDim.x * gridDim.x;
  for (size_t k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += threads)
    y[k] += x[k];
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
  row<<<3, 8>>>(y, x, rows * n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
