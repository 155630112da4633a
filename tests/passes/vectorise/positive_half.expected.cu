#include <cstdio>
#include <cuda_fp16.h>

__global__ void sum(__half* out, const __half* one, const __half* other, int n, unsigned grid_x) {
  // 8 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 8;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { __half of[8]; } out_i, one_i, other_i;
  __half* out_i_at = nullptr;
  const __half* one_i_at = nullptr;
  const __half* other_i_at = nullptr;
  bool whole = first + 8 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 8; ++m) {
    int i = static_cast<unsigned int>(first + m);
    if (!(i < n)) {
      whole = false;
      break;
    }
    if (m == 0) {
      out_i_at = &out[i];
      one_i_at = &one[i];
      other_i_at = &other[i];
    }
  }
  whole = whole && reinterpret_cast<unsigned long long>(out_i_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(one_i_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(other_i_at) % 16 == 0;
  if (whole) {
    one_i = *reinterpret_cast<const decltype(one_i)*>(one_i_at);
    other_i = *reinterpret_cast<const decltype(other_i)*>(other_i_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 8; ++m) {
    if (!whole && first + m >= threads) break;
    int i = static_cast<unsigned int>(first + m);
    if (i < n) {
      if (!whole) one_i.of[m] = one[i];
      if (!whole) other_i.of[m] = other[i];
      out_i.of[m] = __float2half(__half2float(one_i.of[m]) + __half2float(other_i.of[m]));
      if (!whole) out[i] = out_i.of[m];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(out_i)*>(out_i_at) = out_i;
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
  __half *x, *y;
  cudaMallocManaged(&x, 4096 * sizeof(__half));
  cudaMallocManaged(&y, 4096 * sizeof(__half));
  for (int i = 0; i < 4096; ++i) {
    x[i] = __float2half(a[i]);
    y[i] = __float2half(b[i]);
  }
  sum<<<(5 + 7) / 8, 256>>>(x, x, y, 1237, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4096; ++i) c[i] = __half2float(x[i]);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
