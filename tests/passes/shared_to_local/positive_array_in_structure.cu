struct Row {
  int cell[3];
  int sum;
};

__global__ void rows(const int *in, int *out) {
  __shared__ Row s[64];
  int t = threadIdx.x;
  for (int r = 0; r < 3; ++r) s[t].cell[r] = in[t + r];
  s[t].sum = in[t];
  int q = (in[t] & 0x7fff) % 3;
  out[t] = s[t].cell[q] + s[t].cell[0] + s[t].sum;
}

void launch(const int *in, int *out) { rows<<<1, 64>>>(in, out); }
