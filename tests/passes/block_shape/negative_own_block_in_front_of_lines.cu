// REFUSES: asks for blocks of one shape
#include <cstdio>

__global__ void __block_size__((64, 1, 1))
#define END ;
k(float* y, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + 1;
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
  k<<<15, 64>>>(a, b, 900);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
