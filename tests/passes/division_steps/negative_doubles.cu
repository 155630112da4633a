// REFUSES: it does not add to its counter
__global__ void k(int *out, int n, int width) {
  for (int i = 1; i < n; i *= 2) out[i] = i % width;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
