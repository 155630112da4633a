#include <cstdio>

__global__ void mix(unsigned char* out, const unsigned char* one, const unsigned char* other, int n, unsigned grid_x) {
  // 16 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 16;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { unsigned char of[16]; } out_i, one_i, other_i;
  unsigned char* out_i_at = nullptr;
  const unsigned char* one_i_at = nullptr;
  const unsigned char* other_i_at = nullptr;
  bool whole = first + 16 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 16; ++m) {
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
  for (unsigned m = 0; m < 16; ++m) {
    if (!whole && first + m >= threads) break;
    int i = static_cast<unsigned int>(first + m);
    if (i < n) {
      if (!whole) one_i.of[m] = one[i];
      if (!whole) other_i.of[m] = other[i];
      out_i.of[m] = one_i.of[m] ^ other_i.of[m];
      if (!whole) out[i] = out_i.of[m];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(out_i)*>(out_i_at) = out_i;
  }
}

int main() {
  unsigned char *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(unsigned char));
  cudaMallocManaged(&b, 4096 * sizeof(unsigned char));
  cudaMallocManaged(&c, 4096 * sizeof(unsigned char));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (unsigned char)(i * 37 % 101);
    b[i] = (unsigned char)(i * 53 % 97);
    c[i] = (unsigned char)(i % 7);
  }
  mix<<<(13 + 15) / 16, 128>>>(a, b, c, 1601, 13);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
