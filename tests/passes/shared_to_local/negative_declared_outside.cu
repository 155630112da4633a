// REFUSES: is declared outside the kernel
__shared__ int s[4 * 64];
__global__ void outside(const int *in, int *out, int n) {
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = in[e];
  out[threadIdx.x] = s[(n - 1) * 64 + threadIdx.x];
}

void launch(const int *in, int *out) { outside<<<1, 64>>>(in, out, 4); }
