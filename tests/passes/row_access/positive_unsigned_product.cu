// A product without a sign begins anew behind 2^32 while the counter goes on: such rounds are made one by one.
#include <cstdio>

__global__ void row(int* y, const int* x, unsigned width, unsigned n) {
  for (unsigned k = threadIdx.x; k < n; k += blockDim.x) {
    y[k] = x[k * width + threadIdx.x];
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
