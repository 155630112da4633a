#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  int sum = 0;
  int x = blockIdx.x;
  for (int round = 0; round < 3; ++round) {
    int x = in[(blockIdx.x * 64 + threadIdx.x + round) & 255];
    s[threadIdx.x] = x;
    __syncthreads();
    sum += s[63 - threadIdx.x] * x;
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum + x;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) in[i] = i * 37 % 101;
  kernel<<<4, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) printf("%d\n", out[i]);
}
