// REFUSES: atomic operation
__global__ void counted(const int *in, int *out, int n) {
  __shared__ int s[4 * 64];
  for (int e = 0; e < n; ++e) s[e * 64 + threadIdx.x] = 0;
  for (int e = 0; e < n; ++e) atomicAdd(&s[in[e] % 4 * 64 + threadIdx.x], 1);
  out[threadIdx.x] = s[(n - 1) * 64 + threadIdx.x];
}

void launch(const int *in, int *out) { counted<<<1, 64>>>(in, out, 4); }
