#include <cstdio>

__global__ void move(float* __restrict__ mean, float* __restrict__ value, const float* slope, int n, unsigned grid_x) {
  // 4 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 4;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { float of[4]; } mean_i, value_i, slope_i;
  float* mean_i_at = nullptr;
  float* value_i_at = nullptr;
  const float* slope_i_at = nullptr;
  bool whole = first + 4 <= threads;
  #pragma unroll
  for (unsigned m_2 = 0; m_2 < 4; ++m_2) {
    int i = static_cast<unsigned int>(first + m_2);
    if (!(i < n)) {
      whole = false;
      break;
    }
    if (m_2 == 0) {
      mean_i_at = &mean[i];
      value_i_at = &value[i];
      slope_i_at = &slope[i];
    }
  }
  whole = whole && reinterpret_cast<unsigned long long>(mean_i_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(value_i_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(slope_i_at) % 16 == 0;
  if (whole) {
    mean_i = *reinterpret_cast<const decltype(mean_i)*>(mean_i_at);
    value_i = *reinterpret_cast<const decltype(value_i)*>(value_i_at);
    slope_i = *reinterpret_cast<const decltype(slope_i)*>(slope_i_at);
  }
  #pragma unroll
  for (unsigned m_2 = 0; m_2 < 4; ++m_2) {
    if (!whole && first + m_2 >= threads) break;
    int i = static_cast<unsigned int>(first + m_2);
    if (i < n) {
      if (!whole) mean_i.of[m_2] = mean[i];
      if (!whole) value_i.of[m_2] = value[i];
      if (!whole) slope_i.of[m_2] = slope[i];
      float m = mean_i.of[m_2] + slope_i.of[m_2];
      mean_i.of[m_2] = m;
      value_i.of[m_2] -= m;
      if (!whole) mean[i] = mean_i.of[m_2];
      if (!whole) value[i] = value_i.of[m_2];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(mean_i)*>(mean_i_at) = mean_i;
    *reinterpret_cast<decltype(value_i)*>(value_i_at) = value_i;
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
  move<<<(4 + 3) / 4, 256>>>(a, b, c, 1021, 4);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
