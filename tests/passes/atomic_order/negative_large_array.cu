// REFUSES: too many for each block
__device__ unsigned bins[65536];
__global__ void count(const unsigned short *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i]], 1u);
}

void launch(const unsigned short *in, int n) {
  count<<<4, 256>>>(in, n);
}
