// Names that the kernel uses already.
#include <cstdio>

__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  int whole = 0, round = 1, x_row = 2, y_at = 3;
  for (int k = 0; k < n;) {
    struct alignas(16) { int of[8]; } x_row_2, y_row;
    const int* const x_at = &x[r * n + k];
    int* const y_at_2 = &y[r * n + k];
    const bool whole_2 = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 8;
    const bool aligned = whole_2 && (reinterpret_cast<unsigned long long>(x_at) | reinterpret_cast<unsigned long long>(y_at_2)) % 16 == 0;
    if (aligned) {
      x_row_2 = *reinterpret_cast<const decltype(x_row_2)*>(x_at);
    } else {
      #pragma unroll
      for (unsigned round_2 = 0; round_2 < 8 && (whole_2 || round_2 == 0); ++round_2)
        x_row_2.of[round_2] = x_at[round_2];
    }
    #pragma unroll
    for (unsigned round_2 = 0; round_2 < 8 && (whole_2 || round_2 == 0); ++round_2, ++k) {  // whole rounds
      whole += x_row_2.of[round_2] * round;
      y_row.of[round_2] = whole + x_row;
    }
    if (aligned) {
      *reinterpret_cast<decltype(y_row)*>(y_at_2) = y_row;
    } else {
      #pragma unroll
      for (unsigned round_2 = 0; round_2 < 8 && (whole_2 || round_2 == 0); ++round_2)
        y_at_2[round_2] = y_row.of[round_2];
    }
  }
  y[r * n] += y_at;
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
