#include <cstdio>

template <bool doubled>
__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  if constexpr (doubled) {
    int x = in[(blockIdx.x * 64 + threadIdx.x) & 255];
    s[threadIdx.x] = x * 2 + threadIdx.x;
  } else {
    s[threadIdx.x] = -in[threadIdx.x];
  }
  __syncthreads();
  int y = 0;
  if constexpr (sizeof(int) == 4) y = s[63 - threadIdx.x];
  else y = s[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = y;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) in[i] = i * 37 % 101;
  kernel<true><<<4, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) printf("%d\n", out[i]);
}
