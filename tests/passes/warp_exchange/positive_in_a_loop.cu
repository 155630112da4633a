#include <cstdio>

__global__ void rows(const int* in, int* out, int count) {
  __shared__ int part[64];
  if (blockIdx.x >= count) return;
  for (int k = 0; k < 3; ++k) {
    part[threadIdx.x] = in[(blockIdx.x * 3 + k) * 64 + threadIdx.x];
    for (int s = blockDim.x / 2; s > 0; s >>= 1) { __syncthreads(); if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s]; }
    if (threadIdx.x == 0) out[blockIdx.x * 3 + k] = part[0];
    __syncthreads();
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  rows<<<4, 64>>>(in, out, 3);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
