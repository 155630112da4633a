// REFUSES: may be passed over
__global__ void scale(int *out, const int *in, int n) {
  int row = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    if (row < n && in[row] > 0) out[row * 16 + k] = 1;
  }
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, 16);
}
