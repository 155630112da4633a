// REFUSES: volatile
__global__ void norm(const float *x, float *out, int n, volatile int *go) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  while (*go == 0) {}
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i] - sum;
}

void launch(float *x, float *out, int n, int *go) { norm<<<1, 128>>>(x, out, n, go); }
