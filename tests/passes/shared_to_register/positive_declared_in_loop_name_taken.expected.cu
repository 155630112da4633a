__global__ void rounds(const int *in, int *out, int n) {
  int kept_2;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (i == 0) kept_2 = 0;
    kept_2 += in[i * 64 + t];
    out[t] = kept_2;
  }
  int kept = n;
  out[t] += kept;
}

void launch(const int *in, int *out) { rounds<<<1, 64>>>(in, out, 10); }
