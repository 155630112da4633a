// UNKNOWN: how many elements a thread needs is not known
struct Row {
  int cell[3];
  int sum;
};

__global__ void rows(const int *in, int *out) {
  __shared__ Row s[64];
  int t = threadIdx.x;
  for (int r = 0; r < 3; ++r) s[t].cell[r] = in[t + r];
  s[t].sum = in[t];
  int q = in[t] & 3;
  out[t] = s[t].cell[q] + s[t].sum;
}

void launch(const int *in, int *out) { rows<<<1, 64>>>(in, out); }
