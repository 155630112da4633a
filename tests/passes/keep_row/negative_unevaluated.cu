// REFUSES: No row can be kept
__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    __builtin_assume(x[i] > 0);
    sum += sizeof(x[i] + 0) + noexcept(x[i] + 1);
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i] - sum;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
