// REFUSES: No loop loads what
__global__ void norm(const float *x, float *out, int n) {
  __shared__ float own[128];
  float sum = 0;
  own[threadIdx.x] = x[threadIdx.x];
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += own[i % 128];
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = own[i % 128] - sum;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
