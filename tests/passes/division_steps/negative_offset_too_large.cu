// REFUSES: a number may be too large for its type
__global__ void k(int *out, int *in, int n, unsigned at) {
  for (int i = threadIdx.x; i != n; ++i) out[i] = in[(i + at) % n];
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, in, n, width); }
