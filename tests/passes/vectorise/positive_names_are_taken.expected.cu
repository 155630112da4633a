#include <cstdio>

const int first = 2;

__global__ void scale(float* m, const float* whole, int threads, int grid_x, unsigned grid_x_2) {
  // 4 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first_2 = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 4;
  const unsigned long long threads_2 = 1ULL * grid_x_2 * blockDim.x;
  struct alignas(16) { float of[4]; } m_i_2, whole_i;
  float* m_i_2_at = nullptr;
  const float* whole_i_at = nullptr;
  bool whole_2 = first_2 + 4 <= threads_2;
  #pragma unroll
  for (unsigned m_2 = 0; m_2 < 4; ++m_2) {
    int i = static_cast<unsigned int>(first_2 + m_2);
    if (!(i < threads)) {
      whole_2 = false;
      break;
    }
    if (m_2 == 0) {
      m_i_2_at = &m[i];
      whole_i_at = &whole[i];
    }
  }
  whole_2 = whole_2 && reinterpret_cast<unsigned long long>(m_i_2_at) % 16 == 0;
  whole_2 = whole_2 && reinterpret_cast<unsigned long long>(whole_i_at) % 16 == 0;
  if (whole_2) {
    whole_i = *reinterpret_cast<const decltype(whole_i)*>(whole_i_at);
  }
  #pragma unroll
  for (unsigned m_2 = 0; m_2 < 4; ++m_2) {
    if (!whole_2 && first_2 + m_2 >= threads_2) break;
    int i = static_cast<unsigned int>(first_2 + m_2);
    if (i < threads) {
      if (!whole_2) whole_i.of[m_2] = whole[i];
      float m_i = whole_i.of[m_2] * first;
      m_i_2.of[m_2] = m_i * grid_x;
      if (!whole_2) m[i] = m_i_2.of[m_2];
    }
  }
  if (whole_2) {
    *reinterpret_cast<decltype(m_i_2)*>(m_i_2_at) = m_i_2;
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
  scale<<<(4 + 3) / 4, 256>>>(a, b, 1021, 3, 4);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
