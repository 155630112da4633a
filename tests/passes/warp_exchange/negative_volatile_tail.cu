// REFUSES: does not go on until the stride is 0
#include <cstdio>

__global__ void sum(const int* in, int* out, int n) {
  __shared__ int part[128];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int s = 64; s > 32; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t < 32) {
    volatile int* all = part;
    all[t] += all[t + 32];
    all[t] += all[t + 16];
    all[t] += all[t + 8];
    all[t] += all[t + 4];
    all[t] += all[t + 2];
    all[t] += all[t + 1];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i * 37 % 101) - 50;
    out[i] = 0;
  }
  sum<<<4, 128>>>(in, out, 5);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
