// A product without a sign begins anew behind 2^32 while the counter goes on: such rounds are made one by one.
#include <cstdio>

__global__ void row(int* y, const int* x, unsigned width, unsigned n) {
  for (unsigned int k = threadIdx.x; k < n;) {
    int y_row[4], x_row[4];
    int* const y_at = &y[k];
    const int* const x_at = &x[k * width + threadIdx.x];
    const unsigned long long apart = static_cast<unsigned long long>(blockDim.x);
    const long long x_apart = static_cast<long long>(apart * static_cast<unsigned long long>(width));
    const bool whole = apart <= 4294967295ULL && static_cast<unsigned long long>(n) - static_cast<unsigned long long>(k) > 3ULL * apart && static_cast<unsigned long long>(width) <= 16777216ULL && static_cast<unsigned long long>(k * width + threadIdx.x) + 3ULL * apart * static_cast<unsigned long long>(width) <= 4294967295ULL;
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
      x_row[round] = x_at[round * x_apart];
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round, k += blockDim.x) {
      y_row[round] = x_row[round];
    }
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
      y_at[round * apart] = y_row[round];
  }
}

int main() {
  const unsigned width = 3, n = 41;
  int *x, *y;
  cudaMallocManaged(&x, width * (n + 4) * sizeof(int));
  cudaMallocManaged(&y, n * sizeof(int));
  for (unsigned i = 0; i < width * (n + 4); ++i) x[i] = (int)(i * 31 % 101);
  row<<<1, 4>>>(y, x, width, n);
  cudaDeviceSynchronize();
  for (unsigned i = 0; i < n; ++i) std::printf("%d\n", y[i]);
  return 0;
}
