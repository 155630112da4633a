__global__ void rounds(const int *in, int *out, int n) {
  int last;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (i == 0) last = 0;
    last += in[i * 64 + t];
    out[t] = last;
  }
}

void launch(const int *in, int *out) { rounds<<<1, 64>>>(in, out, 10); }
