// REFUSES: writes `x`
__global__ void norm(float *x, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = x[i] - sum;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
