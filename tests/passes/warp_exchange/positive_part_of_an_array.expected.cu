#include <cstdio>

__global__ void sums(const int* in, int* out, int first) {
  extern __shared__ int all[];
  int* sums = all + first;
  int* spare = &all[first + 128];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 128 + t];
  spare[t] = 2 * in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (s <= 32) {
      if (t < 32) {
        int sums_own = sums[t];
        sums_own += sums[t + s];
        for (int lanes = 16; lanes > 0; lanes /= 2) {
          const int sums_other = __shfl_down_sync(0xffffffff, sums_own, lanes);
          if (t < lanes) sums_own += sums_other;
        }
        sums[t] = sums_own;
      }
      __syncthreads();
      break;
    }
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (s <= 32) {
      if (t < 32) {
        int spare_own = spare[t];
        spare_own = min(spare_own, spare[t + s]);
        for (int lanes_2 = 16; lanes_2 > 0; lanes_2 /= 2) {
          const int spare_other = __shfl_down_sync(0xffffffff, spare_own, lanes_2);
          if (t < lanes_2) spare_own = min(spare_own, spare_other);
        }
        spare[t] = spare_own;
      }
      __syncthreads();
      break;
    }
    if (t < s) spare[t] = min(spare[t], spare[t + s]);
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0] - spare[0];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sums<<<4, 128, 1100>>>(in, out, 16);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
