// REFUSES: what it adds to its counter may change
__global__ void k(int *out, int n, int width) {
  int step = 1;
  for (int i = threadIdx.x; i < n; i += step) {
    out[i] = i % width;
    ++step;
  }
}

void launch(int *out, int *in, int n, int width) { k<<<1, 64>>>(out, n, width); }
