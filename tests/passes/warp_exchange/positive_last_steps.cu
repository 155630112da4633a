__device__ void addWarp(volatile float* s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}

__global__ void sums(const float* in, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) addWarp(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}

void launch(const float* in, float* out) {
  sums<<<4, 64>>>(in, out);
}
