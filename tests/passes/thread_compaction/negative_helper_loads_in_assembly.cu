// REFUSES: inline assembly
#include <cstdio>

// What the assembly reads, it reads from memory that others may write.
__device__ int seen(const int* at) {
  int value;
  asm("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(at));
  return value;
}

__global__ void kernel(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + seen(in + i);
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
