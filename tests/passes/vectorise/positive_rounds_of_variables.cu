#include <cstdio>

// The shift of `from` keeps some addresses from being those of vectors.
template <typename Index>
__global__ void move(float* __restrict__ to, const float* __restrict__ from, const float* scale, Index n) {
  Index start = static_cast<Index>(threadIdx.x) + static_cast<Index>(blockDim.x) * blockIdx.x;
  const Index stride = gridDim.x * blockDim.x;
  const float factor = *scale;
  if (n < 3) return;
  for (Index i = start; i < n; i += stride) {
    // A comment of the work.
    const float value = from[i] > 50.0f ? from[i] : from[(i * 7) % 1000];

    to[i] = value * factor;
    if (i % 3 == 0) {
      to[i] = factor;
    } else {
      to[i] = value;
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
