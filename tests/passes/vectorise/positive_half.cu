#include <cstdio>
#include <cuda_fp16.h>

__global__ void sum(__half* out, const __half* one, const __half* other, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half(__half2float(one[i]) + __half2float(other[i]));
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
  __half *x, *y;
  cudaMallocManaged(&x, 4096 * sizeof(__half));
  cudaMallocManaged(&y, 4096 * sizeof(__half));
  for (int i = 0; i < 4096; ++i) {
    x[i] = __float2half(a[i]);
    y[i] = __float2half(b[i]);
  }
  sum<<<5, 256>>>(x, x, y, 1237);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4096; ++i) c[i] = __half2float(x[i]);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
