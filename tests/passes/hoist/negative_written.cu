// REFUSES: a compiler must load it again
__global__ void scale(int *out, int n) {
  int row = threadIdx.x;
  for (int k = 0; k < n; ++k) out[row * 16 + k] += out[4000];
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, 16);
}
