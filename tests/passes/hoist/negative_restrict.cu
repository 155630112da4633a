// REFUSES: by itself
__global__ void scale(int *__restrict__ out, const int *__restrict__ in, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x * 16 + k] = in[threadIdx.x];
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, 16);
}
