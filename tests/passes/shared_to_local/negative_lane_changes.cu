// UNKNOWN: depends on loop-carried value of `at`
__global__ void moved(const int *in, int *out, int n) {
  __shared__ int s[4][64];
  int at = threadIdx.x;
  for (int e = 0; e < n; ++e) {
    s[e][at] = in[e];
    at = 63 - at;
    at = 63 - at;
  }
  out[threadIdx.x] = s[n - 1][at];
}

void launch(const int *in, int *out) { moved<<<1, 64>>>(in, out, 4); }
