// The threads of a block share a row: rounds are as far apart as the block has threads.
#include <cstdio>

__global__ void row(int* y, const int* x, int rows, int n) {
  const int* from = x + blockIdx.x * n;
  int* to = y + blockIdx.x * n;
  for (int k = threadIdx.x; k < n;) {
    int y_row[4], x_row[4];
    int* const y_at = &to[k];
    const int* const x_at = &from[k];
    const unsigned long long apart = static_cast<unsigned long long>(blockDim.x);
    const bool whole = apart <= 4294967295ULL && static_cast<unsigned long long>(n) - static_cast<unsigned long long>(k) > 3ULL * apart;
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
      x_row[round] = x_at[round * apart];
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round, k += blockDim.x) {
      y_row[round] = x_row[round] * rows;
    }
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
  row<<<5, 4>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
