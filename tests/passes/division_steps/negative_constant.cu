// REFUSES: compilers make a product of a division by a constant
__global__ void k(int *out, int n, int width) {
  for (int i = threadIdx.x; i < n; i += width) out[i] = i / 12 + i % 8;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
