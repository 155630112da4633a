// UNKNOWN: A proof needs its range
struct Row {
  int cell[3];
};

__global__ void rows(const int *in, int *out) {
  __shared__ Row s[64];
  int t = threadIdx.x;
  for (int r = 0; r < 3; ++r) s[t].cell[r] = in[t + r];
  int q = in[t] & 3;
  out[t] = s[t].cell[q];
}

void launch(const int *in, int *out) { rows<<<1, 64>>>(in, out); }
