// REFUSES: for threads of its block alone
#include <cstdio>

__device__ void add(int* total, int one) { atomicAdd_block(total, one); }

// Threads of two blocks may lose what the other adds: such an update is one only among those of a block.
__global__ void totals(int* count) { add(&count[blockIdx.x], 1 + threadIdx.x); }

int main() {
  float *in, *out;
  int* count;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  cudaMallocManaged(&count, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
    count[i] = i % 7;
  }
  totals<<<8, 1024>>>(count);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
