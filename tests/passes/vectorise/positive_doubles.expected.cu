#include <cstdio>

__global__ void half(double* out, const double* in, long n, unsigned grid_x) {
  // 2 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 2;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(16) { double of[2]; } out_i, in_i;
  double* out_i_at = nullptr;
  const double* in_i_at = nullptr;
  bool whole = first + 2 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 2; ++m) {
    long i = static_cast<long>(first + m);
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
    in_i = *reinterpret_cast<const decltype(in_i)*>(in_i_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 2; ++m) {
    if (!whole && first + m >= threads) break;
    long i = static_cast<long>(first + m);
    if (i < n) {
      if (!whole) in_i.of[m] = in[i];
      out_i.of[m] = in_i.of[m] / 2;
      if (!whole) out[i] = out_i.of[m];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(out_i)*>(out_i_at) = out_i;
  }
}

int main() {
  double *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(double));
  cudaMallocManaged(&b, 4096 * sizeof(double));
  cudaMallocManaged(&c, 4096 * sizeof(double));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (double)(i * 37 % 101);
    b[i] = (double)(i * 53 % 97);
    c[i] = (double)(i % 7);
  }
  half<<<(9 + 1) / 2, 128>>>(a, b, 1099, 9);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
