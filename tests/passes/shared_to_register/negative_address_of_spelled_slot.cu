// REFUSES: Private to its thread
__device__ void add(int *p) { *p += 1; }

__global__ void buffers(const int *in, int *out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  s[0][t] = in[t];
  for (int r = 0; r < 5; ++r) s[(r + 1) & 1][t] = s[r & 1][t] * 3 + r;
  add(&s[1][t]);
  out[t] = s[1][t];
}

void launch(const int *in, int *out) { buffers<<<1, 64>>>(in, out); }
