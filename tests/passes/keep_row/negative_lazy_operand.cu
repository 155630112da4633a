// REFUSES: a round may pass over `x`
__global__ void norm(const float *x, float *out, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += i > 7 && x[i] > 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i] - sum;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
