#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  float* x;
  cudaMallocManaged(&x, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i) x[i] = i;
  for (int i = 0; i < 256; ++i) {
    scale<<<1, 64>>>(x, 0.5f, 64);
    cudaStreamSynchronize(0);
  }
  for (int i = 0; i < 64; ++i) printf("%.9g\n", x[i]);
  return rounds < 0;
}
