// A constant step; the index has no sign, and may begin anew at 0.
#include <cstdio>

__global__ void row(int* y, const int* x, unsigned rows, unsigned n) {
  const unsigned r = threadIdx.x;
  if (r >= rows) return;
  for (unsigned int k = 0; k < n;) {
    int y_row[4], x_row[4];
    int* const y_at = &y[r * n + k];
    const int* const x_at = &x[r * n + k];
    const unsigned long long apart = static_cast<unsigned long long>(2);
    const bool whole = apart <= 4294967295ULL && static_cast<unsigned long long>(n) - static_cast<unsigned long long>(k) > 3ULL * apart && static_cast<unsigned long long>(r * n + k) + 3ULL * apart <= 4294967295ULL;
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
      x_row[round] = x_at[round * apart];
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round, k += 2) {
      y_row[round] = x_row[round] + 1;
    }
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
      y_at[round * apart] = y_row[round];
  }
}

int main() {
  const int rows = 5, n = 38;
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
