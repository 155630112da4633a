// REFUSES: what it divides by may change in the loop
__global__ void k(int *out, int *in, int n) {
  for (int i = threadIdx.x; i < n; ++i) out[i] = i / in[0];
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, in, n); }
