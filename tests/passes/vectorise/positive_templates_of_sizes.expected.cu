#include <cstdio>

template <typename T>
__global__ void minus(T* out, const T* in, const int* shift, int n, unsigned grid_x) {
  // 2 neighbours, whose elements are moved as vectors where all of them work
  const unsigned long long first = (1ULL * blockIdx.x * blockDim.x + threadIdx.x) * 2;
  const unsigned long long threads = 1ULL * grid_x * blockDim.x;
  struct alignas(sizeof(T) * 2 < 16 ? sizeof(T) * 2 : 16) { T of[2]; } out_i, in_i;
  T* out_i_at = nullptr;
  const T* in_i_at = nullptr;
  bool whole = first + 2 <= threads;
  #pragma unroll
  for (unsigned m = 0; m < 2; ++m) {
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
  whole = whole && reinterpret_cast<unsigned long long>(out_i_at) % alignof(decltype(out_i)) == 0;
  whole = whole && reinterpret_cast<unsigned long long>(in_i_at) % alignof(decltype(in_i)) == 0;
  if (whole) {
    in_i = *reinterpret_cast<const decltype(in_i)*>(in_i_at);
  }
  #pragma unroll
  for (unsigned m = 0; m < 2; ++m) {
    if (!whole && first + m >= threads) break;
    int i = static_cast<unsigned int>(first + m);
    if (i < n) {
      if (!whole) in_i.of[m] = in[i];
      out_i.of[m] = in_i.of[m] > 3 ? -in_i.of[m] : T(shift[i]);
      if (!whole) out[i] = out_i.of[m];
    }
  }
  if (whole) {
    *reinterpret_cast<decltype(out_i)*>(out_i_at) = out_i;
  }
}

template <typename T>
__global__ void plus(T* out, const T* in) {
  for (unsigned long long first = 8 * static_cast<unsigned long long>(blockIdx.x * blockDim.x + threadIdx.x), count = static_cast<unsigned long>(1021);
       first < count; first += 8 * static_cast<unsigned long long>(gridDim.x * blockDim.x)) {
    // 8 neighbours, whose elements are moved as vectors where all of them are there
    struct alignas(sizeof(T) * 8 < 16 ? sizeof(T) * 8 : 16) { T of[8]; } out_i, in_i;
    T* out_i_at = nullptr;
    const T* in_i_at = nullptr;
    {
      unsigned long i = static_cast<unsigned long>(first);
      out_i_at = &out[i];
      in_i_at = &in[i];
    }
    bool whole = count - first >= 8;
    whole = whole && reinterpret_cast<unsigned long long>(out_i_at) % alignof(decltype(out_i)) == 0;
    whole = whole && reinterpret_cast<unsigned long long>(in_i_at) % alignof(decltype(in_i)) == 0;
    if (whole) {
      out_i = *reinterpret_cast<const decltype(out_i)*>(out_i_at);
      in_i = *reinterpret_cast<const decltype(in_i)*>(in_i_at);
    }
    #pragma unroll
    for (unsigned m = 0; m < 8; ++m) {
      if (!whole && first + m >= count) break;
      unsigned long i = static_cast<unsigned long>(first + m);
      if (!whole) out_i.of[m] = out[i];
      if (!whole) in_i.of[m] = in[i];
      out_i.of[m] += in_i.of[m];
      if (!whole) out[i] = out_i.of[m];
    }
    if (whole) {
      *reinterpret_cast<decltype(out_i)*>(out_i_at) = out_i;
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
  minus<<<(4 + 1) / 2, 256>>>(a, b, (int*)c, 1021, 4);
  minus<<<(4 + 1) / 2, 256>>>((double*)b, (double*)a, (int*)c, 901, 4);
  minus<<<(4 + 1) / 2, 256>>>((short*)c + 1, (short*)a, (int*)b, 1021, 4);
  plus<<<4, 32>>>((short*)a, (short*)b);
  plus<<<1, 96>>>((unsigned char*)b + 4, (unsigned char*)c);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
