// REFUSES: the loop is no statement of a block
__global__ void k(int *out, int n, int width) {
  if (n > 3)
    for (int i = threadIdx.x; i < n; ++i) out[i] = i % width;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
