// REFUSES: the loop has one round at most
__global__ void k(int *out, int n, int width) {
  for (int i = 0; i < 4; i += 4) out[i + n] = i / width;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
