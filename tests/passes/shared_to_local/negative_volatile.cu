// REFUSES: `s` is volatile
__global__ void kept(const int *in, int *out, int n) {
  volatile __shared__ int s[4 * 64];
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = in[e];
  out[threadIdx.x] = s[(n - 1) * 64 + threadIdx.x];
}

void launch(const int *in, int *out) { kept<<<1, 64>>>(in, out, 4); }
