// REFUSES: activemask
__global__ void k(int *out, int n, int width) {
  for (int i = threadIdx.x; i < n; ++i) out[i] = i % width + __popc(__activemask());
}
void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
