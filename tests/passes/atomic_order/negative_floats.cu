// REFUSES: where reassociation is allowed
__global__ void count(float *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&hist[in[i]], 0.5f);
}

void launch(float *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
