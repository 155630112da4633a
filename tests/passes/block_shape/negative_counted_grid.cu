// REFUSES: line 14 has a shape that cannot be written twice
#include <cstdio>

#define GRID (__COUNTER__ + 20)

__global__ void count(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += gridDim.x;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  count<<<GRID, 8>>>(out, 200);
  cudaDeviceSynchronize();
  printf("%d\n", out[0]);
}
