// REFUSES: exchanges values between the threads of a warp
#include <cstdio>

// Fewer threads are active where each does the work of two.
__global__ void kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  out[t] = in[t] + __popc(__activemask());
}

int main() {
  const int n = 64;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 101 - 9;
  kernel<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
