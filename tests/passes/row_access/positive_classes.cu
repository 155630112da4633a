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
  for (int k = 0; k < n; ++k) {
    const Pair both = z[k];
    y[r * n + k] = Short((int)x[r * n + k] + both.a * z[k].b);
  }
  for (int k = 0; k < n; ++k) y[r * n + k] += r;
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
