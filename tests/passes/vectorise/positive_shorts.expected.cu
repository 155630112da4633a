#include <cstdio>

__global__ void most(short* out, const short* in, int n, unsigned grid_x) {
  // 8 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 8;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { short of[8]; } out_i, in_i;
  short* out_i_at = nullptr;
  const short* in_i_at = nullptr;
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
      in_i_at = &in[i];
    }
  }
  whole = whole && reinterpret_cast<unsigned long long>(out_i_at) % 16 == 0;
  whole = whole && reinterpret_cast<unsigned long long>(in_i_at) % 16 == 0;
  if (whole) {
    out_i = *reinterpret_cast<const decltype(out_i)*>(out_i_at);
    in_i = *reinterpret_cast<const decltype(in_i)*>(in_i_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 8; ++m) {
    if (!whole && first + m >= threads) break;
    int i = static_cast<unsigned int>(first + m);
    if (i < n) {
      if (!whole) out_i.of[m] = out[i];
      if (!whole) in_i.of[m] = in[i];
      const short x = in_i.of[m];
      out_i.of[m] = x > out_i.of[m] ? x : out_i.of[m];
      if (!whole) out[i] = out_i.of[m];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(out_i)*>(out_i_at) = out_i;
  }
}

int main() {
  short *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(short));
  cudaMallocManaged(&b, 4096 * sizeof(short));
  cudaMallocManaged(&c, 4096 * sizeof(short));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (short)(i * 37 % 101);
    b[i] = (short)(i * 53 % 97);
    c[i] = (short)(i % 7);
  }
  most<<<(9 + 7) / 8, 128>>>(a, b, 1099, 9);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
