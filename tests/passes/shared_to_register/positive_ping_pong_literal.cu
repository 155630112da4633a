__global__ void pair(const int *in, int *out) {
  __shared__ int s[2][96];
  int t = threadIdx.x;
  s[0][t] = in[t];
  s[1][t] = s[0][t] * s[0][t];
  out[t] = s[1][t] - s[0][t];
}

void launch(const int *in, int *out) { pair<<<1, 96>>>(in, out); }
