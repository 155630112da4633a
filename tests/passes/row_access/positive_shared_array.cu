// Shared memory is another memory.
#include <cstdio>

__global__ void row(const int* x, int* y, int n) {
  __shared__ int seen[8][40];
  const int r = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    seen[r][k] = x[r * n + k];
  }
  __syncthreads();
  y[r] = seen[(r + 1) % 5][r];
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
  row<<<1, 5>>>(x, y, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
