#include <cstdio>

__global__ void most(short* out, const short* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const short x = in[i];
    out[i] = x > out[i] ? x : out[i];
  }
}

int main() {
  short *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(short));
  cudaMallocManaged(&b, 4096 * sizeof(short));
  cudaMallocManaged(&c, 4096 * sizeof(short));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (short)(i * 37 % 101);
    b[i] = (short)(i * 53 % 97);
    c[i] = (short)(i % 7);
  }
  most<<<9, 128>>>(a, b, 1099);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
