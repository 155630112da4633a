#include <cstdio>

__global__ void fill(float* out, const float* in, unsigned grid_x) {
  // 4 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 4;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { float of[4]; } out_value, in_value;
  float* out_value_at = nullptr;
  const float* in_value_at = nullptr;
  bool whole = first + 4 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    if (m == 0) {
      out_value_at = &out[static_cast<unsigned int>(first + m)];
      in_value_at = &in[static_cast<unsigned int>(first + m)];
    }
  }
  whole = whole && reinterpret_cast<unsigned long long>(out_value_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(in_value_at) % 16 == 0;
  if (whole) {
    in_value = *reinterpret_cast<const decltype(in_value)*>(in_value_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 4; ++m) {
    if (!whole && first + m >= threads) break;
    if (!whole) in_value.of[m] = in[static_cast<unsigned int>(first + m)];
    out_value.of[m] = in_value.of[m] + grid_x;
    if (!whole) out[static_cast<unsigned int>(first + m)] = out_value.of[m];
  }
  if (whole) {
    *reinterpret_cast<decltype(out_value)*>(out_value_at) = out_value;
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
  fill<<<(5 + 3) / 4, 64>>>(a, b, 5);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
