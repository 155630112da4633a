// UNKNOWN: block size
__global__ void open(const int *in, int *out, int n) {
  __shared__ int s[4 * 64];
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = in[e];
  out[threadIdx.x] = s[(n - 1) * 64 + threadIdx.x];
}

void launch(const int *in, int *out, int threads) { open<<<1, threads>>>(in, out, 4); }
