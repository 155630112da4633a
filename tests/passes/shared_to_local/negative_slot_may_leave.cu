// UNKNOWN: Nothing shows that `s[tid * 8 + n - 1]` at line 6 stays below 8
__global__ void flat(const int *in, int *out, int n) {
  __shared__ int s[8 * 32];
  const int tid = threadIdx.x;
  for (int e = 0; e < n; ++e) { if (tid == 0) s[tid * 8 + e] = in[e]; }
  if (tid == 0) out[tid] = s[tid * 8 + n - 1];
}

void launch(const int *in, int *out) { flat<<<1, 32>>>(in, out, 7); }
