// All threads load the same elements of one argument.
#include <cstdio>

__global__ void row(int* y, const int* x, const int* w, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  int sum = 0;
  for (int k = 0; k < n;) {
    struct alignas(16) { int of[8]; } x_row, w_row;
    const int* const x_at = &x[r * n + k];
    const int* const w_at = &w[k];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 8;
    const bool aligned = whole && (reinterpret_cast<unsigned long long>(x_at) | reinterpret_cast<unsigned long long>(w_at)) % 16 == 0;
    if (aligned) {
      x_row = *reinterpret_cast<const decltype(x_row)*>(x_at);
      w_row = *reinterpret_cast<const decltype(w_row)*>(w_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round) {
        x_row.of[round] = x_at[round];
        w_row.of[round] = w_at[round];
      }
    }
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round, ++k) {
      sum += x_row.of[round] * w_row.of[round];
    }
  }
  y[r] = sum;
}

int main() {
  const int rows = 5, n = 36;
  int *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(int));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(int));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (int)(i * 7 % 23);
    y[i] = (int)(i % 5);
  }
  int* w;
  cudaMallocManaged(&w, n * sizeof(int));
  for (int i = 0; i < n; ++i) w[i] = i;
  row<<<1, 8>>>(y, x, w, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
