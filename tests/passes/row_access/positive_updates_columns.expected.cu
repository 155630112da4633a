// Where the factor is 0, all rounds update one element.
#include <cstdio>

__global__ void column(int* y, const int* x, int width, int n) {
  for (int k = threadIdx.x; k < n;) {
    int y_row[4], x_row[4];
    int* const y_at = &y[k * width];
    const int* const x_at = &x[k];
    const unsigned long long apart = static_cast<unsigned long long>(blockDim.x);
    const long long y_apart = static_cast<long long>(apart * static_cast<unsigned long long>(width));
    const bool whole = apart <= 4294967295ULL && static_cast<unsigned long long>(n) - static_cast<unsigned long long>(k) > 3ULL * apart && (width) != 0;
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round) {
      y_row[round] = y_at[round * y_apart];
      x_row[round] = x_at[round * apart];
    }
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round, k += blockDim.x) {
      y_row[round] += x_row[round];
    }
    #pragma unroll
    for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
      y_at[round * y_apart] = y_row[round];
  }
}

int main() {
  const int width = 3, n = 45;
  int *x, *y;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&y, width * n * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = i * 31 % 101;
  for (int i = 0; i < width * n; ++i) y[i] = i;
  column<<<1, 4>>>(y, x, width, n);
  cudaDeviceSynchronize();
  column<<<1, 1>>>(y, x, 0, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < width * n; ++i) std::printf("%d\n", y[i]);
  return 0;
}
