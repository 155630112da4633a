// Elements of the type that the template is given.
#include <cstdio>

template <typename T>
__global__ void row(T* y, const T* x, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  T sum = 0;
  for (int k = 0; k < n;) {
    struct alignas(16) { T of[8]; } x_row;
    const T* const x_at = &x[r * n + k];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 8;
    const bool aligned = whole && reinterpret_cast<unsigned long long>(x_at) % 16 == 0;
    if (aligned) {
      x_row = *reinterpret_cast<const decltype(x_row)*>(x_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round)
        x_row.of[round] = x_at[round];
    }
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round, ++k) {
      sum += x_row.of[round];
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
  row<int><<<1, 8>>>(y, x, rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
