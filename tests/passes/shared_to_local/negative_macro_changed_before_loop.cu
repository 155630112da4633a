// REFUSES: behind a #define or #undef
#define K 2
__global__ void kernel(const int *in, int *out) {
  int t = threadIdx.x, first = K;
#undef K
#define K 4
  for (int i = 0; i < 2; ++i) {
    __shared__ int s[K * 64];
    for (int e = 0; e < K; ++e) s[e * 64 + t] = in[t] + e + i;
    out[t] += s[(in[t] & 3) * 64 + t] + first;
  }
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out); }
