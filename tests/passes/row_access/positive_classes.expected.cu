// Classes of numbers: fields, copies, methods that only read, an operator that assigns.
#include <cstdio>

struct Short {
  short bits;
  Short() = default;
  __host__ __device__ explicit Short(int value) : bits(static_cast<short>(value)) {}
  __host__ __device__ operator int() const { return bits; }
  __host__ __device__ Short& operator+=(int more) {
    bits = static_cast<short>(bits + more);
    return *this;
  }
};
struct Pair { int a, b; };

__global__ void row(Short* y, const Short* x, const Pair* z, int rows, int n) {
  const int r = threadIdx.x;
  if (r >= rows) return;
  for (int k = 0; k < n;) {
    struct alignas(16) { Pair of[8]; } z_row;
    struct alignas(16) { Short of[8]; } y_row, x_row;
    const Pair* const z_at = &z[k];
    Short* const y_at = &y[r * n + k];
    const Short* const x_at = &x[r * n + k];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 8;
    const bool aligned = whole && (reinterpret_cast<unsigned long long>(z_at) | reinterpret_cast<unsigned long long>(y_at) | reinterpret_cast<unsigned long long>(x_at)) % 16 == 0;
    if (aligned) {
      z_row = *reinterpret_cast<const decltype(z_row)*>(z_at);
      x_row = *reinterpret_cast<const decltype(x_row)*>(x_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round) {
        z_row.of[round] = z_at[round];
        x_row.of[round] = x_at[round];
      }
    }
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round, ++k) {
      const Pair both = z_row.of[round];
      y_row.of[round] = Short((int)x_row.of[round] + both.a * z_row.of[round].b);
    }
    if (aligned) {
      *reinterpret_cast<decltype(y_row)*>(y_at) = y_row;
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round)
        y_at[round] = y_row.of[round];
    }
  }
  for (int k = 0; k < n;) {
    struct alignas(16) { Short of[8]; } y_row;
    Short* const y_at = &y[r * n + k];
    const bool whole = static_cast<unsigned>(n) - static_cast<unsigned>(k) >= 8;
    const bool aligned = whole && reinterpret_cast<unsigned long long>(y_at) % 16 == 0;
    if (aligned) {
      y_row = *reinterpret_cast<const decltype(y_row)*>(y_at);
    } else {
      #pragma unroll
      for (unsigned round = 0; round < 8 && (whole || round == 0); ++round)
        y_row.of[round] = y_at[round];
    }
    #pragma unroll
    for (unsigned round = 0; round < 8 && (whole || round == 0); ++round, ++k) y_row.of[round] += r;
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
  const int rows = 5, n = 33;
  int *x, *y;
  cudaMallocManaged(&x, (rows * n + 64) * sizeof(int));
  cudaMallocManaged(&y, (rows * n + 64) * sizeof(int));
  for (int i = 0; i < rows * n + 64; ++i) {
    x[i] = (int)(i * 7 % 23);
    y[i] = (int)(i % 5);
  }
  row<<<1, 8>>>((Short*)y, (const Short*)x, (const Pair*)(x + 100), rows, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < rows * n + 64; ++i) std::printf("%d %d\n", x[i], y[i]);
  return 0;
}
