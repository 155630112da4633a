__global__ void rows(const float *in, float *out) {
  __shared__ float part[4][64];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    part[k][t] = in[k * 64 + t];
  }
  __syncthreads();
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < 4; ++k) sum += part[k][t];
  out[t] = sum + part[3][t];
}

void launch(const float *in, float *out) { rows<<<1, 64>>>(in, out); }
