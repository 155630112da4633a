// Rounds are as far apart as the grid has threads, in 64 bits.
#include <cstdio>

__global__ void row(int* y, const int* x, size_t n) {
  const size_t threads = (size_t)blockDim.x * gridDim.x;
  for (size_t k = blockIdx.x * blockDim.x + threadIdx.x; k < n;) {
    int y_row[4], x_row[4];
    int* const y_at = &y[k];
    const int* const x_at = &x[k];
    const unsigned long long apart = static_cast<unsigned long long>(threads);
    const bool whole = apart <= 4294967295ULL && static_cast<unsigned long long>(n) - static_cast<unsigned long long>(k) > 3ULL * apart;
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round) {
      y_row[round] = y_at[round * apart];
      x_row[round] = x_at[round * apart];
    }
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round, k += threads)
      y_row[round] += x_row[round];
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
      y_at[round * apart] = y_row[round];
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
  row<<<3, 8>>>(y, x, rows * n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
