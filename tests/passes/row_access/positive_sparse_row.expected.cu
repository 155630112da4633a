// Rows of a sparse matrix begin anywhere; what is gathered stays where it is.
#include <cstdio>

__global__ void row(int* y, const int* starts, const int* columns, const int* values, const int* v, int rows) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  int sum = 0;
  const int end = starts[r + 1];
  for (int k = starts[r]; k < end;) {
    struct alignas(16) { int of[8]; } values_row, columns_row;
    const int* const values_at = &values[k];
    const int* const columns_at = &columns[k];
    const bool whole = static_cast<unsigned>(end) - static_cast<unsigned>(k) >= 8;
    const bool aligned = whole && (reinterpret_cast<unsigned long long>(values_at) | reinterpret_cast<unsigned long long>(columns_at)) % 16 == 0;
    if (aligned) {
      values_row = *reinterpret_cast<const decltype(values_row)*>(values_at);
      columns_row = *reinterpret_cast<const decltype(columns_row)*>(columns_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round) {
        values_row.of[round] = values_at[round];
        columns_row.of[round] = columns_at[round];
      }
    }
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round, ++k) {
      sum += values_row.of[round] * v[columns_row.of[round]];
    }
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
  int* s;
  cudaMallocManaged(&s, (rows + 1) * sizeof(int));
  for (int i = 0; i <= rows; ++i) s[i] = i * i + i;
  row<<<1, 8>>>(y, s, x, x + 40, x + 80, rows);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
