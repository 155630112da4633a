// UNKNOWN: is not understood
__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  if (sum > 3) goto end;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i] - sum;
end:
  return;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
