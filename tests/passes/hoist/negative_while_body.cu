// REFUSES: may be passed over
__global__ void scale(int *out, const int *in, int n) {
  while (n > 0) {
    out[threadIdx.x * 16 + n] = in[threadIdx.x];
    --n;
  }
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, 16);
}
