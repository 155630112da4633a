// SET: c_factor=2
#include <cstdio>

// No thread comes to what the programmer says none comes to.
__global__ void decode(int* out, const int* in, int n) {
  if (n < 1) __builtin_unreachable();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = blockIdx.x * (blockDim.x * 2) + thread_x;
    int code = in[i] & 3;
    if (code > 3) __builtin_unreachable();
    code = code * 7 % 5;
    out[i] = code * n;
  }
}

int main() {
  int *out, *in;
  cudaMallocManaged(&out, 1024);
  cudaMallocManaged(&in, 1024);
  for (int i = 0; i < 256; ++i) in[i] = i * 7 % 11;
  decode<<<4, 64 / 2>>>(out, in, 5);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < 256; ++i) sum += (long)out[i] * (i % 13);
  printf("%ld\n", sum);
}
