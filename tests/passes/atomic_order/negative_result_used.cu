// REFUSES: is used
__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) hist[256 + i] = atomicAdd(&hist[in[i]], 1u);
}

void launch(unsigned *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
