// UNKNOWN: it may be `hist`
struct Work {
  const unsigned char *in;
  unsigned *result;
};
__global__ void count(unsigned *hist, Work *work, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&hist[work->in[i]], 1u);
}

void launch(unsigned *hist, Work *work, int n) {
  count<<<4, 256>>>(hist, work, n);
}
