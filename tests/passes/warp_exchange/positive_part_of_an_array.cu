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
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
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
