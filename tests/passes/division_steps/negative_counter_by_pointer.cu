// REFUSES: something else may change its counter
__global__ void k(int *out, int n, int width) {
  int i, *at = &i;
  for (i = threadIdx.x; i < n; ++i) {
    out[i] = i % width;
    *at += 2;
  }
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
