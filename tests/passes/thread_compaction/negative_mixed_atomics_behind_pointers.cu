// REFUSES: updates with `atomicMin` what `atomicAdd` may update too: the result depends on the order of the threads
#include <cstdio>

__device__ void note(int* least, int value) { atomicMin(least, value); }

__global__ void kernel(const int* in, int* sum, int* least) {
  atomicSub(sum, 1);
  atomicAdd(sum, in[threadIdx.x]);
  note(least, in[threadIdx.x]);
}

int main() {
  const int n = 64;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, 2 * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 101 - 9;
  kernel<<<1, 64>>>(in, out, out);
  cudaDeviceSynchronize();
  printf("%d\n", out[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
