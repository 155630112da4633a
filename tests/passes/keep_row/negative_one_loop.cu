// REFUSES: No loop loads what
__global__ void norm(const float *x, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i] * x[i];
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
