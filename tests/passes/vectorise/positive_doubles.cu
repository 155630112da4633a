#include <cstdio>

__global__ void half(double* out, const double* in, long n) {
  long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / 2;
}

int main() {
  double *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(double));
  cudaMallocManaged(&b, 4096 * sizeof(double));
  cudaMallocManaged(&c, 4096 * sizeof(double));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (double)(i * 37 % 101);
    b[i] = (double)(i * 53 % 97);
    c[i] = (double)(i % 7);
  }
  half<<<9, 128>>>(a, b, 1099);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
