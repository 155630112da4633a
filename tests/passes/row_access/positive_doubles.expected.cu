// SET: at_once=4
// Vectors have 16 bytes: two of them for four rounds.
#include <cstdio>

__global__ void row(double* y, const double* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  double sum = 0;
  for (int k = 0; k < n;) {
    struct alignas(16) { double of[4]; } x_row;
    const double* const x_at = &x[r * n + k];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 4;
    const bool aligned = whole && reinterpret_cast<unsigned long long>(x_at) % 16 == 0;
    if (aligned) {
      x_row = *reinterpret_cast<const decltype(x_row)*>(x_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
        x_row.of[round] = x_at[round];
    }
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round, ++k) {
      sum += x_row.of[round];
    }
  }
  y[r] = sum;
}

int main() {
  const int rows = 5, n = 36;
  double *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(double));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(double));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (double)(i * 7 % 23);
    y[i] = (double)(i % 5);
  }
  row<<<1, 8>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%g %g\n", x[i], y[i]);
  return 0;
}
