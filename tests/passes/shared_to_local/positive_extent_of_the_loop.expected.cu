__global__ void kernel(const int *in, int *out) {
  int s[4];
  const int K = 2;
  int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    const int K = 4;
    for (int e = 0; e < K; ++e) s[e] = in[t] + e + i;
    out[t] += s[in[t] & 3];
  }
  out[t] += K;
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out); }
