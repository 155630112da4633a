// SET: c_factor=2
#include <cstdio>

// Merged, threads may take more registers than a block of so many has.
__global__ void kernel(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 3;
}

int main() {
  const int n = 4096;
  int *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 101;
  kernel<<<4, 1024>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i += 97) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
