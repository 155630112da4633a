#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  for (int i = 0; i < rounds; ++i) {
    scale<<<1, 64>>>(x, 0.5f, 64);
  }
  cudaDeviceSynchronize();
  float seen[64];
  cudaMemcpy(seen, x, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
