#include <cstdio>

struct Sums {
  int low = 3;
  int high{4};
};

__constant__ int weights[4];

__global__ void kernel(const int* in, int* out, int* total) {
  static constexpr int rows = 4;
  static const int shift = 2;
  __shared__ int s[64];
  Sums sums;
  sums.low += in[(blockIdx.x * 64 + threadIdx.x) & 255];
  s[threadIdx.x] = sums.low * rows + sums.high;
  __syncthreads();
  __builtin_assume(threadIdx.x < 64);
  int x = s[63 - threadIdx.x] >> shift;
  for (int w : weights) x = x * w + threadIdx.x / warpSize;
  (void)atomicAdd(total, x);
  out[blockIdx.x * 64 + threadIdx.x] = x;
}

int main() {
  int *in, *out, *total;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  *total = 0;
  for (int i = 0; i < 256; ++i) in[i] = i * 37 % 101;
  kernel<<<4, 64>>>(in, out, total);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) printf("%d\n", out[i]);
  printf("%d\n", *total);
}
