// REFUSES: rounds may pass over it
__global__ void k(int *out, int n, int width) {
  int w;
  if (n > 3) w = width;
  for (int i = threadIdx.x; i < n; ++i) {
    if (n > 3) out[i] = i % w;
  }
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
