#include <cstdio>
#include <cstdlib>

__global__ void turn(float* x) {
  extern __shared__ float kept[];
  kept[threadIdx.x] = x[threadIdx.x] + threadIdx.x;
  __syncthreads();
  x[threadIdx.x] = kept[63 - threadIdx.x] * 0.5f;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  size_t bytes = 64 * sizeof(float);
  for (int i = 0; i < rounds; ++i) turn<<<1, 64, bytes>>>(x);
  float seen[64];
  cudaMemcpy(seen, x, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
