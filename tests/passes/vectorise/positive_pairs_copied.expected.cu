#include <cstdio>

struct Pair {
  float x, y;
};

__global__ void k(Pair* y, const Pair* x, int n, unsigned grid_x) {
  // 2 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 2;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { Pair of[2]; } y_i, x_i;
  Pair* y_i_at = nullptr;
  const Pair* x_i_at = nullptr;
  bool whole = first + 2 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 2; ++m) {
    int i = static_cast<unsigned int>(first + m);
    if (!(i < n)) {
      whole = false;
      break;
    }
    if (m == 0) {
      y_i_at = &y[i];
      x_i_at = &x[i];
    }
  }
  whole = whole && reinterpret_cast<unsigned long long>(y_i_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(x_i_at) % 16 == 0;
  if (whole) {
    x_i = *reinterpret_cast<const decltype(x_i)*>(x_i_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 2; ++m) {
    if (!whole && first + m >= threads) break;
    int i = static_cast<unsigned int>(first + m);
    if (i < n) {
      if (!whole) x_i.of[m] = x[i];
      y_i.of[m] = x_i.of[m];
      if (!whole) y[i] = y_i.of[m];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(y_i)*>(y_i_at) = y_i;
  }
}

int main() {
  float *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(float));
  cudaMallocManaged(&b, 4096 * sizeof(float));
  cudaMallocManaged(&c, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
    c[i] = (float)(i % 7);
  }
  k<<<(4 + 1) / 2, 128>>>((Pair*)a, (Pair*)b, 499, 4);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
