#include <cstdio>

__device__ short rounded(float x) { return (short)(x / 3); }

__global__ void narrow(short* out, const float* in, unsigned n) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  if (n > i) out[i] = rounded(in[i]);
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
  short* d;
  cudaMallocManaged(&d, 4096 * sizeof(short));
  for (int i = 0; i < 4096; ++i) d[i] = 5;
  narrow<<<3, 256>>>(d, a, 700);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4096; ++i) c[i] = d[i];
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
