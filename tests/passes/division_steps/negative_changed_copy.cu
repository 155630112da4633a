// REFUSES: compilers make a product
__global__ void k(int *out, int n, int width) {
  for (int i = threadIdx.x; i < n; ++i) {
    int at = i;
    if (out[i] > 3) at += 3;
    out[i] = at % width + i / 12;
  }
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
