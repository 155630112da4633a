// REFUSES: looks at `bins`
__device__ unsigned bins[16];
__device__ unsigned first() { return bins[0]; }
__global__ void count(const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i] & 15], first());
}

void launch(const unsigned char *in, int n) {
  count<<<4, 256>>>(in, n);
}
