// UNKNOWN: stay among its first
#define ELEMENT blockIdx.x

__global__ void sum(int *sums, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums[ELEMENT], in[i]);
#undef ELEMENT
#define ELEMENT blockIdx.y
}

void launch(int *sums, const int *in, int blocks) {
  sum<<<blocks, 256>>>(sums, in);
}
