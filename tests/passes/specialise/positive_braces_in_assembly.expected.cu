#include <cstdio>

// Names in braces are each time others.
__device__ int twice(int x) {
  int y;
  asm volatile("{ .reg .s32 t;\n add.s32 t, %1, %1;\n mov.s32 %0, t; }" : "=r"(y) : "r"(x));
  return y;
}

__global__ void sums(const int* in, int* out, int /* n */) {
  int n = 5;
  int all = 0;
  for (int i = 0; i < n; ++i) all += twice(in[i]);
  out[threadIdx.x] = all;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128);
  cudaMallocManaged(&out, 128);
  for (int i = 0; i < 32; ++i) in[i] = i, out[i] = 0;
  sums<<<1, 32>>>(in, out, 5);
  cudaDeviceSynchronize();
  printf("%d\n", out[0]);
}
