struct Row {
  int cell[3];
  int sum;
};

__global__ void rows(const int *in, int *out) {
  Row s;
  int t = threadIdx.x;
  for (int r = 0; r < 3; ++r) s.cell[r] = in[t + r];
  s.sum = in[t];
  int q = (in[t] & 0x7fff) % 3;
  out[t] = s.cell[q] + s.cell[0] + s.sum;
}

void launch(const int *in, int *out) { rows<<<1, 64>>>(in, out); }
