// UNKNOWN: stay among its first
__global__ void sum(int *sums, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums[blockIdx.x * 2 + threadIdx.x % 2], in[i]);
}

void launch(int *sums, const int *in, int blocks) {
  sum<<<blocks, 256>>>(sums, in);
}
