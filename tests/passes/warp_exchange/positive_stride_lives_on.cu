#include <cstdio>

#define BLOCK_SIZE 128

__global__ void sum(const int* in, int* out) {
  __shared__ int cache[BLOCK_SIZE];
  cache[threadIdx.x] = in[blockIdx.x * BLOCK_SIZE + threadIdx.x];
  __syncthreads();

  // add up values for block
  int i = BLOCK_SIZE >> 1;
  while (i != 0) {
    if (threadIdx.x < i) {
      cache[threadIdx.x] += cache[threadIdx.x + i];
    }
    __syncthreads();
    i >>= 1;
  }

  if (threadIdx.x == i) {
    out[blockIdx.x] = cache[0] + i;
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
