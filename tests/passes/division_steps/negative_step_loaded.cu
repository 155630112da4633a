// REFUSES: what it adds to its counter may change
__global__ void k(int *out, int *in, int n) {
  for (int i = threadIdx.x; i < n; i += in[1]) out[i] = i / n;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, in, n); }
