#include <cstdio>

__global__ void sums(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x, lane = t % 32;
  int s_own = in[blockIdx.x * 128 + t];
  __syncwarp();
  int s_other = __shfl_up_sync(0xffffffff, s_own, 1);
  int x = lane >= 1 ? (threadIdx.x % 32 >= 1 ? s_other : s[t - 1]) : 0;
  __syncwarp();
  s_own += x;
  __syncwarp();
  s_other = __shfl_up_sync(0xffffffff, s_own, 2);
  x = lane >= 2 ? (threadIdx.x % 32 >= 2 ? s_other : s[t - 2]) : 0;
  __syncwarp();
  s_own += x;
  __syncwarp();
  s_other = __shfl_up_sync(0xffffffff, s_own, 4);
  x = lane >= 4 ? (threadIdx.x % 32 >= 4 ? s_other : s[t - 4]) : 0;
  __syncwarp();
  s_own += x;
  s[t] = s_own;
  __syncwarp();
  out[blockIdx.x * 128 + t] = s[t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sums<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
