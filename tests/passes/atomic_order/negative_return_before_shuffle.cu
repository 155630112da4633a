// REFUSES: would wait for each other
__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = __shfl_down_sync(0xffffffffu, in[i], 1);
  atomicAdd(&hist[v & 255], 1u);
}

void launch(unsigned *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
