// REFUSES: different changes
template <typename T>
__global__ void scale(int *out, const T *in, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x * 16 + k] = in[threadIdx.x];
}

void launch(int *out, const int *in, int *first) {
  scale<<<1, 64>>>(out, in, 16);
  scale<<<1, 64>>>(out, (const short *)in, 16);
}
