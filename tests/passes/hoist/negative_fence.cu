// REFUSES: fence
__global__ void scale(int *out, const int *in, int n) {
  int row = threadIdx.x;
  out[row] = n;
  __threadfence();
  for (int k = 1; k < n; ++k) out[row * 16 + k] = in[row];
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, 16);
}
