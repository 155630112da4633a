// REFUSES: what it divides by may change in the loop
__global__ void k(int *out, int n, int width) {
  volatile int w = width;
  for (int i = threadIdx.x; i < n; ++i) out[i] = i / w;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
