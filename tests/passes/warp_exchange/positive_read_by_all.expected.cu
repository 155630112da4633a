#include <cstdio>

__global__ void sum(const int* in, int* out) {
  __shared__ int part[256];
  int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * 256 + tid];
  for (unsigned s = 128; s > 0; s >>= 1) {
    __syncthreads();
    if (s <= 32) {
      if (tid < 32) {
        int part_own = part[tid];
        part_own += part[tid + s];
        for (int lanes = 16; lanes > 0; lanes /= 2) {
          const int part_other = __shfl_down_sync(0xffffffff, part_own, lanes);
          if (tid < lanes) part_own += part_other;
        }
        part[tid] = part_own;
      }
      __syncthreads();
      break;
    }
    if (tid < s) part[tid] += part[tid + s];
  }
  out[blockIdx.x * 256 + tid] = part[tid];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 256>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
