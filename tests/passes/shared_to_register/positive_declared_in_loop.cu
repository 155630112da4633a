__global__ void rounds(const int *in, int *out, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __shared__ int last[64];
    if (i == 0) last[t] = 0;
    last[t] += in[i * 64 + t];
    out[t] = last[t];
  }
}

void launch(const int *in, int *out) { rounds<<<1, 64>>>(in, out, 10); }
