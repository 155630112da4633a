// What gets a sign begins anew behind 2^31 - 1, where the counter goes on: then rounds are made one by one.
#include <cstdio>

__global__ void row(int* y, const int* x, unsigned begin, unsigned n) {
  int sum = 0;
  for (unsigned int k = 0; k < n;) {
    struct alignas(16) { int of[8]; } x_row;
    const int* const x_at = &x[(int)(begin + k)];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 8 && ((begin + k)) <= 2147483640;
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
  y[0] = sum;
  for (unsigned int k = 0; k < n;) {
    int y_row[8], x_row[8];
    int* const y_at = &y[(int)k + 1];
    const int* const x_at = &x[k];
    const unsigned long long apart = static_cast<unsigned long long>(3);
    const bool whole = apart <= 4294967295ULL && static_cast<unsigned long long>(n) - static_cast<unsigned long long>(k) > 7ULL * apart && static_cast<unsigned long long>(k) + 7ULL * apart <= 2147483647ULL;
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round)
      x_row[round] = x_at[round * apart];
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round, k += 3) {
      y_row[round] = x_row[round];
    }
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round)
      y_at[round * apart] = y_row[round];
  }
}

int main() {
  const int n = 37;
  int *x, *y;
  cudaMallocManaged(&x, (n + 64) * sizeof(int));
  cudaMallocManaged(&y, (n + 64) * sizeof(int));
  for (int i = 0; i < n + 64; ++i) {
    x[i] = (int)(i * 7 % 23);
    y[i] = (int)(i % 5);
  }
  row<<<1, 1>>>(y, x + 12, 4294967284u, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
