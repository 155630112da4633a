// REFUSES: does something else with it
__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&hist[in[i]], 1u);
  if (hist[0] > 5) atomicAdd(&hist[1], 1u);
}

void launch(unsigned *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
