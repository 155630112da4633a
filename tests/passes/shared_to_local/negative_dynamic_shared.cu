// REFUSES: sized by the launch
__global__ void sized(const int *in, int *out, int n) {
  extern __shared__ int s[];
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = in[e];
  out[threadIdx.x] = s[(n - 1) * 64 + threadIdx.x];
}

void launch(const int *in, int *out) { sized<<<1, 64, 4 * 64 * 4>>>(in, out, 4); }
