// The argument itself is moved to the block's row.
#include <cstdio>

__global__ void row(int* y, const int* x, int rows, int n) {
  x += blockIdx.x * n;
  y += blockIdx.x * n;
  for (int k = 0; k < n;) {
    struct alignas(16) { int of[8]; } y_row, x_row;
    int* const y_at = &y[k];
    const int* const x_at = &x[k];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 8;
    const bool aligned = whole && (reinterpret_cast<unsigned long long>(y_at) | reinterpret_cast<unsigned long long>(x_at)) % 16 == 0;
    if (aligned) {
      x_row = *reinterpret_cast<const decltype(x_row)*>(x_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round)
        x_row.of[round] = x_at[round];
    }
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round, ++k) {
      y_row.of[round] = x_row.of[round] + rows;
    }
    if (aligned) {
      *reinterpret_cast<decltype(y_row)*>(y_at) = y_row;
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round)
        y_at[round] = y_row.of[round];
    }
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
  row<<<5, 1>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
