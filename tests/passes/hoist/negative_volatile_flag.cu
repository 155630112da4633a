// REFUSES: volatile
__global__ void scale(int *out, const int *in, volatile int *flag) {
  int flags = *flag;
  for (int k = 0; k < 4; ++k) {
    out[threadIdx.x * 16 + k] = in[threadIdx.x] + flags;
  }
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, first);
}
