// Elements of a loop with steps are as far apart as the step is rows; a factor may be negative.
#include <cstdio>

__global__ void column(long long* y, const int* x, int width, int n, int i) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    y[k] = x[i + width * k] * 3ll;
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
