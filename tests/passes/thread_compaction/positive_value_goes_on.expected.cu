// SET: c_factor=2
#include <cstdio>

// Nothing is written inside of a value: its lines go on as they did.
__global__ void kernel(const int* in, int* out, int n) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = blockIdx.x * (blockDim.x * 2) + thread_x;
    int at = \
      i * 3 \
      + n;
    out[i] = in[at % n];
  }
}

int main() {
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, 100 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 100; ++i) in[i] = (i * 37 + 11) % 101;
  kernel<<<4, 64 / 2>>>(in, out, 100);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) printf("%d %d\n", i, out[i]);
  return 0;
}
