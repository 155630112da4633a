// REFUSES: may tell threads
__device__ unsigned tickets, done;
__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&hist[in[i]], 1u);
  if (atomicAdd(&tickets, 1u) == n - 1) done = 1;
}

void launch(unsigned *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
