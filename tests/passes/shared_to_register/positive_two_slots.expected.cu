__global__ void two(const float *in, float *out) {
  float s[2];
  int t = threadIdx.x;
  s[0] = in[t];
  s[1] = in[t + 256];
  __syncthreads();
  out[t] = s[0] * s[1];
}

void launch(const float *in, float *out) { two<<<1, 256>>>(in, out); }
