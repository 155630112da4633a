// REFUSES: does something else with it
__device__ void more(unsigned *hist, int v) { atomicAdd(&hist[v & 255], 1u); }
__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&hist[in[i]], 1u);
  if (i < n) more(hist, in[i]);
}

void launch(unsigned *hist, const unsigned char *in, int n) {
  count<<<4, 256>>>(hist, in, n);
}
