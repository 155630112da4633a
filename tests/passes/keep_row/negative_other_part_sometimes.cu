// REFUSES: a round may pass over a part of `in`
__global__ void norm(const float2* in, float* out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum += in[i].x;
    if (sum > 100) sum -= in[i].y;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i].x - sum;
}

void launch(const float2* in, float* out, int n) { norm<<<1, 128>>>(in, out, n); }
