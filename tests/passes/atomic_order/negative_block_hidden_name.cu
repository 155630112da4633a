// UNKNOWN: stay among its first
constexpr int stride = 3;

__global__ void sum(int *sums, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums[blockIdx.x * stride], in[i]);
  int stride = 5;
  if (i > stride) atomicAdd(sums + blockIdx.x * ::stride, 1);
}

void launch(int *sums, const int *in, int blocks) {
  sum<<<blocks, 256>>>(sums, in);
}
