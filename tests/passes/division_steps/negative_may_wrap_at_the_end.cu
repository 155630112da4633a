// REFUSES: its counter may become too large for its type
__global__ void k(int *out, unsigned n, unsigned width) {
  for (unsigned i = threadIdx.x; i != n; i += 3) out[i] = i / width;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
