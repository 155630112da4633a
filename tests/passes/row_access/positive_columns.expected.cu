// Elements of a loop with steps are as far apart as the step is rows; a factor may be negative.
#include <cstdio>

__global__ void column(long long* y, const int* x, int width, int n, int i) {
  for (int k = threadIdx.x; k < n;) {
    long long y_row[4];
    int x_row[4];
    long long* const y_at = &y[k];
    const int* const x_at = &x[i + width * k];
    const unsigned long long apart = static_cast<unsigned long long>(blockDim.x);
    const long long x_apart = static_cast<long long>(apart * static_cast<unsigned long long>(width));
    const bool whole = apart <= 4294967295ULL && static_cast<unsigned long long>(n) - static_cast<unsigned long long>(k) > 3ULL * apart;
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
      x_row[round] = x_at[round * x_apart];
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round, k += blockDim.x) {
      y_row[round] = x_row[round] * 3ll;
    }
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
      y_at[round * apart] = y_row[round];
  }
}

int main() {
  const int width = 7, n = 45;
  int* x;
  long long* y;
  cudaMallocManaged(&x, width * n * sizeof(int));
  cudaMallocManaged(&y, n * sizeof(long long));
  for (int i = 0; i < width * n; ++i) x[i] = i * 31 % 101;
  column<<<1, 4>>>(y, x, width, n, 2);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) std::printf("%lld\n", y[i]);
  column<<<1, 4>>>(y, x + width * (n - 1), -width, n, 0);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) std::printf("%lld\n", y[i]);
  return 0;
}
