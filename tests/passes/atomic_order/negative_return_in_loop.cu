// REFUSES: leave the kernel
__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (in[k] == 0) return;
    atomicAdd(&hist[in[k]], 1u);
  }
}

void launch(unsigned *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
