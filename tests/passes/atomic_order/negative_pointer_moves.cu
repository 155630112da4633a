// REFUSES: does something else with it
__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  hist += 4;
  if (i < n) atomicAdd(&hist[in[i]], 1u);
}

void launch(unsigned *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
