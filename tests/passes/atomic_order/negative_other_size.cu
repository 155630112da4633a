// REFUSES: seen as another type
__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd((unsigned long long *)&hist[2 * (in[i] & 7)], 1ull);
}

void launch(unsigned *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
