// REFUSES: compilers make a product
__global__ void k(int *out, int n, int width) {
  for (int i = threadIdx.x; i < n; ++i) out[i] = (n - i) % width + i / 12;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
