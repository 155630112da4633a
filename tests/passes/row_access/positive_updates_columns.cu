// Where the factor is 0, all rounds update one element.
#include <cstdio>

__global__ void column(int* y, const int* x, int width, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    y[k * width] += x[k];
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
