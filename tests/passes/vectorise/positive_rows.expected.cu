#include <cstdio>

__global__ void rows(float* out, const float* in, int width, unsigned grid_x) {
  // 4 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 4;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { float of[4]; } out_i_from, in_from_i;
  float* out_i_from_at = nullptr;
  const float* in_from_i_at = nullptr;
  bool whole = first + 4 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    int i = static_cast<unsigned int>(first + m);
    int row = blockIdx.y;
    int from = row * width;
    if (!(i < width)) {
      whole = false;
      break;
    }
    if (m == 0) {
      out_i_from_at = &out[i + from];
      in_from_i_at = &in[from + i];
    }
  }
  whole = whole && reinterpret_cast<unsigned long long>(out_i_from_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(in_from_i_at) % 16 == 0;
  if (whole) {
    in_from_i = *reinterpret_cast<const decltype(in_from_i)*>(in_from_i_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    if (!whole && first + m >= threads) break;
    int i = static_cast<unsigned int>(first + m);
    int row = blockIdx.y;
    int from = row * width;
    if (i < width) {
      if (!whole) in_from_i.of[m] = in[from + i];
      out_i_from.of[m] = in_from_i.of[m] * 2;
      if (!whole) out[i + from] = out_i_from.of[m];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(out_i_from)*>(out_i_from_at) = out_i_from;
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
  rows<<<dim3((2 + 3) / 4, 3), 64>>>(a, b, 100, 2);
  rows<<<dim3((2 + 3) / 4, 3), 64>>>(c, b, 101, 2);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
