__device__ void addWarp(volatile float* s, int t) {
  s[t] += s[t + 32];
  float s_own = s[t];
  float s_other = __shfl_down_sync(0xffffffff, s_own, 16);
  s_own += (threadIdx.x % 32 < 16 ? s_other : s[t + 16]);
  s_other = __shfl_down_sync(0xffffffff, s_own, 8);
  s_own += (threadIdx.x % 32 < 24 ? s_other : s[t + 8]);
  s_other = __shfl_down_sync(0xffffffff, s_own, 4);
  s_own += (threadIdx.x % 32 < 28 ? s_other : s[t + 4]);
  s_other = __shfl_down_sync(0xffffffff, s_own, 2);
  s_own += (threadIdx.x % 32 < 30 ? s_other : s[t + 2]);
  s_other = __shfl_down_sync(0xffffffff, s_own, 1);
  s_own += (threadIdx.x % 32 < 31 ? s_other : s[t + 1]);
  s[t] = s_own;
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
