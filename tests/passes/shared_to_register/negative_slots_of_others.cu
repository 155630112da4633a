// REFUSES: s
__global__ void buffers(const int *in, int *out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  s[0][t] = in[t];
  s[1][t] = in[t];
  for (int r = 0; r < 4; ++r) {
    __syncthreads();
    s[(r + 1) & 1][t] = s[r & 1][t ^ 1] * 3 + r;
  }
  out[t] = s[1][t];
}

void launch(const int *in, int *out) { buffers<<<1, 64>>>(in, out); }
