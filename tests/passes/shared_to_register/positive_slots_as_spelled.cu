// Slots that follow no simple step, but are literals once the loops are unrolled.
__global__ void halves(const int *in, int *out) {
  __shared__ int s[4 * 64];
  int t = threadIdx.x;
  for (int r = 0; r < 4; ++r) s[t + r * 64] = in[t + r * 64];
  int x = 0;
  for (int r = 0; r <= 6; r += 2) x = x * 7 + s[t + (r >> 1) * 64];
  out[t] = x;
}

__global__ void whiles(const int *in, int *out) {
  __shared__ int s[4 * 64];
  int t = threadIdx.x;
  int r = 0;
  while (r < 4) {
    s[t + r * 64] = in[t + r * 64];
    r++;
  }
  int x = 0;
  r = 0;
  do {
    x = x * 3 + s[t + r * 64];
  } while (++r < 4);
  out[t] = x;
}

__global__ void nested(const int *in, int *out) {
  __shared__ int s[6][64];
  int t = threadIdx.x;
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 3; ++b) s[a * 3 + b][t] = in[t] + a * 10 + b;
  }
  int x = 0;
  for (int b = 0; b < 3; ++b) {
    for (int a = 1; a >= 0; --a) x = x * 3 + s[b + 3 * a][t];
  }
  out[t] = x;
}

__global__ void neighbours(const int *in, int *out) {
  __shared__ int s[8][64];
  int t = threadIdx.x;
  for (int a = 2; a < 6; ++a) s[a][t] = in[t] + a;
  int x = 0;
  for (int a = 3; a < 6; ++a) x = x * 3 + s[a - 1][t] + s[a][t];
  s[7][t] = x;
  for (int a = 0; a < 2; ++a) x += s[7 - a * 2][t];
  out[t] = x;
}

__global__ void buffers(const int *in, int *out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  s[0][t] = in[t];
  for (int r = 0; r < 5; ++r) s[(r + 1) & 1][t] = s[r & 1][t] * 3 + r;
  out[t] = s[1][t];
}

void launch(const int *in, int *out) {
  halves<<<1, 64>>>(in, out);
  whiles<<<1, 64>>>(in, out);
  nested<<<1, 64>>>(in, out);
  neighbours<<<1, 64>>>(in, out);
  buffers<<<1, 64>>>(in, out);
}
