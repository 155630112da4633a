// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>
#include <cuda_runtime.h>

__host__ __device__ constexpr int log2Of(int n) {
  return n > 1 ? 1 + log2Of(n / 2) : 0;
}

// The call is the compiler's: nothing of it runs.
template <int N>
__global__ void shift(int* out, const int* in) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    constexpr int bits = log2Of(N);
    const int i = blockIdx.x * (blockDim.x * 2) + thread_x;
    out[i] = in[i] << bits;
  }
}

int main() {
  int in[256], out[256], *from, *to;
  for (int i = 0; i < 256; ++i) in[i] = i * 3;
  cudaMalloc(&from, sizeof(in));
  cudaMalloc(&to, sizeof(out));
  cudaMemcpy(from, in, sizeof(in), cudaMemcpyHostToDevice);
  shift<64><<<4, 64 / 2>>>(to, from);
  cudaMemcpy(out, to, sizeof(out), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 256; ++i) printf("%d\n", out[i]);
  return 0;
}
