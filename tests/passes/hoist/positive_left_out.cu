__global__ void scale(int *out, const int *in, int n) {
  int row = threadIdx.x;
  for (int k = 0; k < n; ++k) {
#ifdef CHANGES
    out[0] = 1;
#endif
    out[row * 16 + k] = in[row];
  }
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, 16);
}
