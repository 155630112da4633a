// REFUSES: compilers make a product
// What is cut off its number begins anew, but not its remainders.
__global__ void k(int *out, size_t n, int width) {
  for (size_t i = threadIdx.x; i < n; ++i) out[i % 64] = (int)i % width + (int)(i / 12);
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
