// REFUSES: something else may change its counter
__global__ void k(int *out, int n, int width) {
  __shared__ int i;
  for (i = 0; i < n; ++i) out[i] = i % width;
}
void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
