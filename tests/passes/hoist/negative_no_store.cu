// REFUSES: stores nothing
__global__ void scale(int *out, const int *in, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += in[threadIdx.x] ^ sum;
  out[threadIdx.x] = sum;
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, 16);
}
