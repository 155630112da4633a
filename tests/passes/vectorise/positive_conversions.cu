#include <cstdio>
#include <cuda_bf16.h>

__global__ void sum(__nv_bfloat16* out, const __nv_bfloat16* one, const __nv_bfloat16* other, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float v = one[i];
    out[i] = (__nv_bfloat16)(v + (float)other[i]);
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
  __nv_bfloat16 *x, *y;
  cudaMallocManaged(&x, 4096 * sizeof(__nv_bfloat16));
  cudaMallocManaged(&y, 4096 * sizeof(__nv_bfloat16));
  for (int i = 0; i < 4096; ++i) {
    x[i] = __float2bfloat16(a[i]);
    y[i] = __float2bfloat16(b[i]);
  }
  sum<<<5, 256>>>(x, x, y, 1237);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4096; ++i) c[i] = __bfloat162float(x[i]);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
