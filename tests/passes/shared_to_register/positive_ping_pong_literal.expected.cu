__global__ void pair(const int *in, int *out) {
  int s[2];
  int t = threadIdx.x;
  s[0] = in[t];
  s[1] = s[0] * s[0];
  out[t] = s[1] - s[0];
}

void launch(const int *in, int *out) { pair<<<1, 96>>>(in, out); }
