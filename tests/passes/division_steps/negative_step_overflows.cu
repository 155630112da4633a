// REFUSES: what it adds to its counter cannot be computed ahead of its rounds
__global__ void k(int *out, int n, int width) {
  for (int i = threadIdx.x; i < n; i += n * width) out[i] = i / width;
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
