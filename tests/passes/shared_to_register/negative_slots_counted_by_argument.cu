// REFUSES: picks the element
__global__ void buffers(const int *in, int *out, int n) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  s[0][t] = in[t];
  s[1][t] = in[t];
  for (int r = 0; r < n; ++r) s[(r + 1) & 1][t] = s[r & 1][t] * 3 + r;
  out[t] = s[1][t];
}

void launch(const int *in, int *out, int n) { buffers<<<1, 64>>>(in, out, n); }
