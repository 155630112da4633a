// REFUSES: its counter may become too large for its type
__global__ void k(int *out, int *in, int n) {
  for (unsigned i = threadIdx.x; i < in[0]; i += blockDim.x) out[i] = i / n;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, in, n); }
