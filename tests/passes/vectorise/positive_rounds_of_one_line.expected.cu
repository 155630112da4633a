#include <cstdio>

__global__ void less(float* y, float* x, unsigned n) {
  for (unsigned long long first = 4 * static_cast<unsigned long long>(threadIdx.x + blockIdx.x * blockDim.x), count = static_cast<unsigned int>(n);
       first < count; first += 4 * static_cast<unsigned long long>(gridDim.x * blockDim.x)) {
    // 4 neighbours, whose elements are moved as vectors where all of them are there
    struct alignas(16) { float of[4]; } y_i, x_i;
    float* y_i_at = nullptr;
    float* x_i_at = nullptr;
    {
      unsigned int i = static_cast<unsigned int>(first);
      y_i_at = &y[i];
      x_i_at = &x[i];
    }
    bool whole = count - first >= 4;
    whole = whole && reinterpret_cast<unsigned long long>(y_i_at) % 16 == 0;
    whole = whole && reinterpret_cast<unsigned long long>(x_i_at) % 16 == 0;
    if (whole) {
      y_i = *reinterpret_cast<const decltype(y_i)*>(y_i_at);
      x_i = *reinterpret_cast<const decltype(x_i)*>(x_i_at);
    }
    #pragma unroll
    for (unsigned m = 0; m < 4; ++m) {
      if (!whole && first + m >= count) break;
      unsigned int i = static_cast<unsigned int>(first + m);
      if (!whole) y_i.of[m] = y[i];
      if (!whole) x_i.of[m] = x[i];
      y_i.of[m] -= x_i.of[m];
      if (!whole) y[i] = y_i.of[m];
    }
    if (whole) {
      *reinterpret_cast<decltype(y_i)*>(y_i_at) = y_i;
    }
  }
}

__global__ void both(float* y, int n) {
  for (long long first = 4 * static_cast<long long>(threadIdx.x + blockIdx.x * blockDim.x), count = static_cast<int>(n);
       first < count; first += 4 * static_cast<long long>(gridDim.x * blockDim.x)) {
    // 4 neighbours, whose elements are moved as vectors where all of them are there
    struct alignas(16) { float of[4]; } y_i;
    float* y_i_at = nullptr;
    {
      int i = static_cast<int>(first);
      y_i_at = &y[i];
    }
    bool whole = count - first >= 4;
    whole = whole && reinterpret_cast<unsigned long long>(y_i_at) % 16 == 0;
    if (whole) {
      y_i = *reinterpret_cast<const decltype(y_i)*>(y_i_at);
    }
    #pragma unroll
    for (unsigned m = 0; m < 4; ++m) {
      if (!whole && first + m >= count) break;
      int i = static_cast<int>(first + m);
      if (!whole) y_i.of[m] = y[i];
      y_i.of[m] -= 3;
      if (!whole) y[i] = y_i.of[m];
    }
    if (whole) {
      *reinterpret_cast<decltype(y_i)*>(y_i_at) = y_i;
    }
  }
}

__global__ void twice(float* y, int n, int m) {
  const int number = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  if (m > 2)
    for (long long first = 4 * static_cast<long long>(number), count = static_cast<int>(n / m);
         first < count; first += 4 * static_cast<long long>(all)) {
      // 4 neighbours, whose elements are moved as vectors where all of them are there
      struct alignas(16) { float of[4]; } y_i;
      float* y_i_at = nullptr;
      {
        int i = static_cast<int>(first);
        y_i_at = &y[i];
      }
      bool whole = count - first >= 4;
      whole = whole && reinterpret_cast<unsigned long long>(y_i_at) % 16 == 0;
      if (whole) {
        y_i = *reinterpret_cast<const decltype(y_i)*>(y_i_at);
      }
      #pragma unroll
      for (unsigned m_2 = 0; m_2 < 4; ++m_2) {
        if (!whole && first + m_2 >= count) break;
        int i = static_cast<int>(first + m_2);
        if (!whole) y_i.of[m_2] = y[i];
        y_i.of[m_2] = y_i.of[m_2] +
               y_i.of[m_2];
        if (!whole) y[i] = y_i.of[m_2];
      }
      if (whole) {
        *reinterpret_cast<decltype(y_i)*>(y_i_at) = y_i;
      }
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
  less<<<3, 64>>>(a, b, 1021);
  both<<<3, 64>>>(b, 4096);
  twice<<<5, 32>>>(c, 4096, 3);
  twice<<<5, 32>>>(c, 4096, 1);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
