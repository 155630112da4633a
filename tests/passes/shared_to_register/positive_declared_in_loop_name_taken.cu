__global__ void rounds(const int *in, int *out, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __shared__ int kept[64];
    if (i == 0) kept[t] = 0;
    kept[t] += in[i * 64 + t];
    out[t] = kept[t];
  }
  int kept = n;
  out[t] += kept;
}

void launch(const int *in, int *out) { rounds<<<1, 64>>>(in, out, 10); }
