// REFUSES: line 6 asks for the size of the whole array `s`
__global__ void sized(const int *in, int *out, int n) {
  __shared__ int s[4 * 64];
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = in[e];
  out[threadIdx.x] = s[(n - 1) * 64 + threadIdx.x];
  out[64] = sizeof s / sizeof s[0];
}

void launch(const int *in, int *out) { sized<<<1, 64>>>(in, out, 4); }
