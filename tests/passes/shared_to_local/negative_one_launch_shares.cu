// REFUSES: For block (128,1,1)
__global__ void folded(const int *in, int *out, int n) {
  __shared__ int s[4 * 64];
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x % 64] = in[e + threadIdx.x];
  out[threadIdx.x] = s[(n - 1) * 64 + threadIdx.x % 64];
}

void launch(const int *in, int *out) {
  folded<<<1, 64>>>(in, out, 4);
  folded<<<1, 128>>>(in, out, 4);
}
