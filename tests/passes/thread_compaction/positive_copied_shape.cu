// SET: c_factor=4
#include <cstdio>

__global__ void scale(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

int main() {
  const int n = 200;
  float* a = nullptr;
  cudaMallocManaged(&a, n * sizeof(float));
  for (int i = 0; i < n; ++i) a[i] = i;
  dim3 blocks(n / 64 + 1), threads(64, 1, 1);
  scale<<<dim3(blocks), dim3(threads)>>>(a, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, a[i]);
  cudaFree(a);
  return 0;
}
