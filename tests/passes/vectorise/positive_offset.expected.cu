#include <cstdio>

__global__ void planes(float* x, const float* y, int n, unsigned grid_x) {
  // 4 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 4;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { float of[4]; } x_i, x_n_i, x_i_n, y_i_16;
  float* x_i_at = nullptr;
  float* x_n_i_at = nullptr;
  float* x_i_n_at = nullptr;
  const float* y_i_16_at = nullptr;
  bool whole = first + 4 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    int i = static_cast<unsigned int>(first + m);
    if (!(i < n)) {
      whole = false;
      break;
    }
    if (m == 0) {
      x_i_at = &x[i];
      x_n_i_at = &x[n + i];
      x_i_n_at = &x[i + n];
      y_i_16_at = &y[i + 16];
    }
  }
  whole = whole && reinterpret_cast<unsigned long long>(x_i_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(x_n_i_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(x_i_n_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(y_i_16_at) % 16 == 0;
  if (whole) {
    x_i = *reinterpret_cast<const decltype(x_i)*>(x_i_at);
    x_i_n = *reinterpret_cast<const decltype(x_i_n)*>(x_i_n_at);
    y_i_16 = *reinterpret_cast<const decltype(y_i_16)*>(y_i_16_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    if (!whole && first + m >= threads) break;
    int i = static_cast<unsigned int>(first + m);
    if (i < n) {
      if (!whole) x_i.of[m] = x[i];
      if (!whole) x_i_n.of[m] = x[i + n];
      if (!whole) y_i_16.of[m] = y[i + 16];
      float u = x_i.of[m], v = x_i_n.of[m], t = y_i_16.of[m];
      x_i.of[m] = u - v;
      x_n_i.of[m] = u + v > t ? u : v;
      if (!whole) x[i] = x_i.of[m];
      if (!whole) x[n + i] = x_n_i.of[m];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(x_i)*>(x_i_at) = x_i;
    *reinterpret_cast<decltype(x_n_i)*>(x_n_i_at) = x_n_i;
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
  planes<<<(8 + 3) / 4, 128>>>(a, c, 1024, 8);
  planes<<<(8 + 3) / 4, 128>>>(b, c, 1001, 8);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
