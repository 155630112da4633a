// REFUSES: inside of a statement
__global__ void scale(int *out, const int *in, int n) {
  int row = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[row * 16 + k] = in[row]
#ifdef CHANGES
                        + k
#endif
        ;
  }
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, 16);
}
