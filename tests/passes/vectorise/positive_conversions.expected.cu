#include <cstdio>
#include <cuda_bf16.h>

__global__ void sum(__nv_bfloat16* out, const __nv_bfloat16* one, const __nv_bfloat16* other, int n, unsigned grid_x) {
  // 8 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 8;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { __nv_bfloat16 of[8]; } out_i, one_i, other_i;
  __nv_bfloat16* out_i_at = nullptr;
  const __nv_bfloat16* one_i_at = nullptr;
  const __nv_bfloat16* other_i_at = nullptr;
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
      const float v = one_i.of[m];
      out_i.of[m] = (__nv_bfloat16)(v + (float)other_i.of[m]);
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
  __nv_bfloat16 *x, *y;
  cudaMallocManaged(&x, 4096 * sizeof(__nv_bfloat16));
  cudaMallocManaged(&y, 4096 * sizeof(__nv_bfloat16));
  for (int i = 0; i < 4096; ++i) {
    x[i] = __float2bfloat16(a[i]);
    y[i] = __float2bfloat16(b[i]);
  }
  sum<<<(5 + 7) / 8, 256>>>(x, x, y, 1237, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4096; ++i) c[i] = __bfloat162float(x[i]);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
