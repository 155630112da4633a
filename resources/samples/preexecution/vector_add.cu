// Vector addition: a light thread (LWST), two loads and a store.     vector_add [n]     (default 1M, 128 threads a block)
#include <cstdio>
#include <cstdlib>

__global__ void vectorAdd(const float* a, const float* b, float* c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  for (int i = 0; i < n; ++i) a[i] = i % 97, b[i] = i % 89;
  vectorAdd<<<(n + 127) / 128, 128>>>(a, b, c, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    if (c[i] != a[i] + b[i]) return std::printf("wrong at %d\n", i), 1;
  }
  std::puts("right");
}
