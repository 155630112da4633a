// UNKNOWN: stay among its first
__global__ void sum(int *sums, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums[blockIdx.x], in[i]);
  atomicAdd(&sums[blockIdx.x + 1], in[i]);
}

void launch(int *sums, const int *in, int blocks) {
  sum<<<blocks, 256>>>(sums, in);
}
