// REFUSES: `at` may have changed
__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  int at = 3;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum += x[at + i];
    ++at;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[at + i] - sum;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
