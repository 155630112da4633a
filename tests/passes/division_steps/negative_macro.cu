// REFUSES: is spelled inside a macro
#define ROW(i) ((i) / width)
__global__ void k(int *out, int n, int width) {
  for (int i = threadIdx.x; i < n; ++i) out[i] = ROW(i);
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
