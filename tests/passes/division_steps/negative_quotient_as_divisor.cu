// REFUSES: rounds may pass over it
__global__ void k(int *out, int n, int width) {
  for (int i = threadIdx.x; i < n; ++i) {
    if (width > 0) out[i] = i % (n / width + 1);
  }
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
