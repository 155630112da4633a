// Barriers and atomics stand outside of the loop.
#include <cstdio>

__global__ void row(int* y, const int* x, int rows, int n) {
  __shared__ int all[8];
  const int r = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    sum += x[r * n + k];
  }
  all[r] = sum;
  __syncthreads();
  atomicAdd(&y[all[(r + 1) % 8] % rows], 1);
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
  row<<<1, 8>>>(y, x, rows, n / 2);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
