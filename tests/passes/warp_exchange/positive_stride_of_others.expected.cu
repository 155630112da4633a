#include <cstdio>

__global__ void sum(const int* in, int* out, int rows) {
  __shared__ int cache[64];
  int i;
  for (i = 0; i < 3; ++i) cache[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x] + i;
  for (i = blockDim.x / 2; i > 0; i /= 2) {
    __syncthreads();
    if (i <= 32) {
      if (threadIdx.x < 32) {
        int cache_own = cache[threadIdx.x];
        cache_own = max(cache_own, cache[threadIdx.x + i]);
        for (int lanes = 16; lanes > 0; lanes /= 2) {
          const int cache_other = __shfl_down_sync(0xffffffff, cache_own, lanes);
          if (threadIdx.x < lanes) cache_own = max(cache_own, cache_other);
        }
        cache[threadIdx.x] = cache_own;
      }
      __syncthreads();
      i = 0;
      break;
    }
    if (threadIdx.x < i) cache[threadIdx.x] = max(cache[threadIdx.x], cache[threadIdx.x + i]);
  }
  for (; i < rows; ++i)
    if (threadIdx.x == 0) out[blockIdx.x * 64 + i] = cache[0];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 64>>>(in, out, 5);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
