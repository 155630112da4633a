// REFUSES: its own name
#include <cstdio>

// A copy would have a longer name: measured where nothing is computed.
__device__ int mixed(int x) {
  decltype(sizeof(__func__)) size = sizeof(__func__);
  return x + (int)size + threadIdx.x;
}

__global__ void kernel(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + mixed(i);
}

int main() {
  const int n = 512;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = (i * 37 + 11) % 101;
  kernel<<<n / 64, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
