// SET: at_once=16
// Sixteen bytes at a time; an element that no vector could hold otherwise.
#include <cstdio>

__global__ void row(unsigned char* y, const unsigned char* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  for (int k = 0; k < n;) {
    struct alignas(16) { unsigned char of[16]; } y_row, x_row;
    unsigned char* const y_at = &y[r * n + k];
    const unsigned char* const x_at = &x[r * n + k];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 16;
    const bool aligned = whole && (reinterpret_cast<unsigned long long>(y_at) | reinterpret_cast<unsigned long long>(x_at)) % 16 == 0;
    if (aligned) {
      x_row = *reinterpret_cast<const decltype(x_row)*>(x_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 16 && (whole || round == 0); ++round)
        x_row.of[round] = x_at[round];
    }
    #pragma unroll
    for (unsigned round = 0; round < 16 && (whole || round == 0); ++round, ++k) {
      y_row.of[round] = x_row.of[round] ^ 5;
    }
    if (aligned) {
      *reinterpret_cast<decltype(y_row)*>(y_at) = y_row;
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 16 && (whole || round == 0); ++round)
        y_at[round] = y_row.of[round];
    }
  }
}

int main() {
  const int rows = 5, n = 48;
  unsigned char *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(unsigned char));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(unsigned char));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (unsigned char)(i * 7 % 23);
    y[i] = (unsigned char)(i % 5);
  }
  row<<<1, 8>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
