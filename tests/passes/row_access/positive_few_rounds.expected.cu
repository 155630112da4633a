// All rounds are written out, two vectors of each row; an array that they fill stays in registers.
#include <cstdio>

__global__ void row(int* y, const int* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  int own[16], sum = 0;
  #pragma unroll
  for (int k = 0; k < 16;) {
    struct alignas(16) { int of[8]; } x_row;
    const int* const x_at = &x[r * n + k];
    const bool aligned = reinterpret_cast<unsigned long long>(x_at) % 16 == 0;
    if (aligned) {
      x_row = *reinterpret_cast<const decltype(x_row)*>(x_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round != 8; ++round)
        x_row.of[round] = x_at[round];
    }
    #pragma unroll
    for (unsigned round = 0; round != 8; ++round, ++k) own[k] = x_row.of[round];
  }
  #pragma unroll
  for (int k = 0; k < 16;) {
    struct alignas(16) { int of[8]; } y_row;
    int* const y_at = &y[r * n + k];
    const bool aligned = reinterpret_cast<unsigned long long>(y_at) % 16 == 0;
    #pragma unroll
    for (unsigned round = 0; round != 8; ++round, ++k) {
      sum += own[k] * own[15 - k];
      y_row.of[round] = sum;
    }
    if (aligned) {
      *reinterpret_cast<decltype(y_row)*>(y_at) = y_row;
    } else {
      #pragma unroll
      for (unsigned round = 0; round != 8; ++round)
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
  row<<<1, 8>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
