__device__ float scan(float value, volatile float* s) {
  int at = 2 * threadIdx.x - (threadIdx.x & 31);
  s[at] = 0.0f;
  at += 32;
  s[at] = value * 0.5f;
  float s_own = s[at];
  float s_other = __shfl_up_sync(0xffffffff, s_own, 1);
  s_own += (threadIdx.x % 32 >= 1 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 2);
  s_own += (threadIdx.x % 32 >= 2 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 4);
  s_own += (threadIdx.x % 32 >= 4 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 8);
  s_own += (threadIdx.x % 32 >= 8 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 16);
  s_own += (threadIdx.x % 32 >= 16 ? s_other : 0);
  s[at] = s_own;
  return s[at] - value;
}

__global__ void sums(const float* in, float* out) {
  __shared__ float all[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = scan(in[i], all);
}

void launch(const float* in, float* out) {
  sums<<<4, 128>>>(in, out);
}
