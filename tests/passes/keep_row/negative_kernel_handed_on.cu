// UNKNOWN: 
__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i] - sum;
}

void (*chosen)(const float *, float *, int) = norm;
