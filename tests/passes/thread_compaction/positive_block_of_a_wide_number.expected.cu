// SET: c_factor=2
#include <cstdio>

__global__ void kernel(int* out) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = blockIdx.x * 64 + thread_x;
    out[i] = i * 3 + 1;
  }
}

// A launch takes 32 bits of the number: what it leaves out is not divided.
int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, 128 * sizeof(int));
  long long threads = (1ll << 32) + 64;
  for (int round = 0; round < 2; ++round) {
    kernel<<<2, unsigned(threads) / 2>>>(out);
    threads = 64;
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; ++i) printf("%d %d\n", i, out[i]);
  return 0;
}
