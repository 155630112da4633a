// REFUSES: writes `at`
__global__ void norm(const float *x, float *out, int *at, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[at[i]];
  at[threadIdx.x] = 3;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[at[i]] - sum;
}

void launch(float *x, float *out, int *at, int n) { norm<<<1, 128>>>(x, out, at, n); }
