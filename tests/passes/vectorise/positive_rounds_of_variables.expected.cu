#include <cstdio>

// The shift of `from` keeps some addresses from being those of vectors.
template <typename Index>
__global__ void move(float* __restrict__ to, const float* __restrict__ from, const float* scale, Index n) {
  Index start = static_cast<Index>(threadIdx.x) + static_cast<Index>(blockDim.x) * blockIdx.x;
  const Index stride = gridDim.x * blockDim.x;
  const float factor = *scale;
  if (n < 3) return;
  for (unsigned long long first = 4 * static_cast<unsigned long long>(start), count = static_cast<unsigned long>(n);
       first < count; first += 4 * static_cast<unsigned long long>(stride)) {
    // 4 neighbours, whose elements are moved as vectors where all of them are there
    struct alignas(16) { float of[4]; } to_i, from_i;
    float* to_i_at = nullptr;
    const float* from_i_at = nullptr;
    {
      unsigned long i = static_cast<unsigned long>(first);
      to_i_at = &to[i];
      from_i_at = &from[i];
    }
    bool whole = count - first >= 4;
    whole = whole && reinterpret_cast<unsigned long long>(to_i_at) % 16 == 0;
    whole = whole && reinterpret_cast<unsigned long long>(from_i_at) % 16 == 0;
    if (whole) {
      from_i = *reinterpret_cast<const decltype(from_i)*>(from_i_at);
    }
    #pragma unroll
    for (unsigned m = 0; m < 4; ++m) {
      if (!whole && first + m >= count) break;
      unsigned long i = static_cast<unsigned long>(first + m);
      if (!whole) from_i.of[m] = from[i];
      // A comment of the work.
      const float value = from_i.of[m] > 50.0f ? from_i.of[m] : from[(i * 7) % 1000];

      to_i.of[m] = value * factor;
      if (i % 3 == 0) {
        to_i.of[m] = factor;
      } else {
        to_i.of[m] = value;
      }
      if (!whole) to[i] = to_i.of[m];
    }
    if (whole) {
      *reinterpret_cast<decltype(to_i)*>(to_i_at) = to_i;
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
  move<size_t><<<3, 64>>>(a, b + 3, c + 5, 1021);
  move<size_t><<<1, 96>>>(a, b, c + 5, 2);
  move<size_t><<<1, 96>>>(c, b, b + 5, 1024);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
