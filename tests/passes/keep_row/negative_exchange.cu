// REFUSES: does more in a round
__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += __shfl_xor_sync(0xffffffff, x[i], 1);
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = __shfl_xor_sync(0xffffffff, x[i], 2) - sum;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
