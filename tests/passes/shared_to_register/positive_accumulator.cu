__global__ void dot(const float *a, const float *b, float *out, int n) {
  __shared__ float acc[256];
  acc[threadIdx.x] = 0.0f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    acc[threadIdx.x] += a[i] * b[i];
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = acc[threadIdx.x];
}

void launch(const float *a, const float *b, float *out) { dot<<<16, 256>>>(a, b, out, 10000); }
