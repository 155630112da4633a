// Slots that follow no simple step, but are literals once the loops are unrolled.
__global__ void halves(const int *in, int *out) {
  int s[4];
  int t = threadIdx.x;
  #pragma unroll
  for (int r = 0; r < 4; ++r) s[r] = in[t + r * 64];
  int x = 0;
  #pragma unroll
  for (int r = 0; r <= 6; r += 2) x = x * 7 + s[r >> 1];
  out[t] = x;
}

__global__ void whiles(const int *in, int *out) {
  int s[4];
  int t = threadIdx.x;
  int r = 0;
  #pragma unroll
  while (r < 4) {
    s[r] = in[t + r * 64];
    r++;
  }
  int x = 0;
  r = 0;
  #pragma unroll
  do {
    x = x * 3 + s[r];
  } while (++r < 4);
  out[t] = x;
}

__global__ void nested(const int *in, int *out) {
  int s[6];
  int t = threadIdx.x;
  #pragma unroll
  for (int a = 0; a < 2; ++a) {
    #pragma unroll
    for (int b = 0; b < 3; ++b) s[a * 3 + b] = in[t] + a * 10 + b;
  }
  int x = 0;
  #pragma unroll
  for (int b = 0; b < 3; ++b) {
    #pragma unroll
    for (int a = 1; a >= 0; --a) x = x * 3 + s[b + 3 * a];
  }
  out[t] = x;
}

__global__ void neighbours(const int *in, int *out) {
  int s[8];
  int t = threadIdx.x;
  #pragma unroll
  for (int a = 2; a < 6; ++a) s[a] = in[t] + a;
  int x = 0;
  #pragma unroll
  for (int a = 3; a < 6; ++a) x = x * 3 + s[a - 1] + s[a];
  s[7] = x;
  #pragma unroll
  for (int a = 0; a < 2; ++a) x += s[7 - a * 2];
  out[t] = x;
}

__global__ void buffers(const int *in, int *out) {
  int s[2];
  int t = threadIdx.x;
  s[0] = in[t];
  #pragma unroll
  for (int r = 0; r < 5; ++r) s[(r + 1) & 1] = s[r & 1] * 3 + r;
  out[t] = s[1];
}

void launch(const int *in, int *out) {
  halves<<<1, 64>>>(in, out);
  whiles<<<1, 64>>>(in, out);
  nested<<<1, 64>>>(in, out);
  neighbours<<<1, 64>>>(in, out);
  buffers<<<1, 64>>>(in, out);
}
