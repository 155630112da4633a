#include <cstdio>

__global__ void less(float* y, float* x, unsigned n) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) y[i] -= x[i];
}

__global__ void both(float* y, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) { y[i] -= 3; }
}

__global__ void twice(float* y, int n, int m) {
  const int number = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  if (m > 2)
    for (int i = number; i < n / m; i += all)
      y[i] = y[i] +
             y[i];
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
  less<<<3, 64>>>(a, b, 1021);
  both<<<3, 64>>>(b, 4096);
  twice<<<5, 32>>>(c, 4096, 3);
  twice<<<5, 32>>>(c, 4096, 1);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
