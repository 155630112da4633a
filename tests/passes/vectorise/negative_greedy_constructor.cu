// REFUSES: stores to another place than an element that a vector can hold
#include <cstdio>

struct Pair {
  float x, y;
  Pair() = default;
  Pair(const Pair&) = default;
  template <typename Other>
  __device__ Pair(Other&& other) : x(other.x + 1), y(other.y) {}
};

__global__ void k(Pair* y, const Pair* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Pair p = x[i];
    y[i] = p;
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
  k<<<4, 128>>>((Pair*)a, (Pair*)b, 499);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
