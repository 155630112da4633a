// SET: at_once=4
// Each vector is aligned as its elements ask for.
#include <cstdio>

__global__ void row(int* y, const short* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  for (int k = 0; k < n;) {
    struct alignas(16) { int of[4]; } y_row;
    struct alignas(8) { short of[4]; } x_row;
    int* const y_at = &y[r * n + k];
    const short* const x_at = &x[r * n + k];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 4;
    const bool aligned = whole && reinterpret_cast<unsigned long long>(x_at) % 8 == 0 && reinterpret_cast<unsigned long long>(y_at) % 16 == 0;
    if (aligned) {
      x_row = *reinterpret_cast<const decltype(x_row)*>(x_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
        x_row.of[round] = x_at[round];
    }
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round, ++k) {
      y_row.of[round] = x_row.of[round];
    }
    if (aligned) {
      *reinterpret_cast<decltype(y_row)*>(y_at) = y_row;
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
        y_at[round] = y_row.of[round];
    }
  }
}

int main() {
  const int rows = 5, n = 40;
  int *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(int));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(int));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (int)(i * 7 % 23);
    y[i] = (int)(i % 5);
  }
  row<<<1, 8>>>(y, (const short*)x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
