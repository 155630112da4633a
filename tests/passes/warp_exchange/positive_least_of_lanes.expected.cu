__global__ void least(const int* in, int* out) {
  __shared__ int part[64];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    volatile int* s = part;
    s[t] = min(s[t], s[t + 32]);
    int s_own = s[t];
    int s_other = __shfl_down_sync(0xffffffff, s_own, 16);
    s_own = s_own < (threadIdx.x % 32 < 16 ? s_other : s[t + 16]) ? s_own : (threadIdx.x % 32 < 16 ? s_other : s[t + 16]);
    s_other = __shfl_down_sync(0xffffffff, s_own, 8);
    s_own = min(s_own, (threadIdx.x % 32 < 24 ? s_other : s[t + 8]));
    s_other = __shfl_down_sync(0xffffffff, s_own, 4);
    s_own = min(s_own, (threadIdx.x % 32 < 28 ? s_other : s[t + 4]));
    s[t] = s_own;
  }
  __syncthreads();
  out[blockIdx.x * 64 + t] = part[t];
}

void launch(const int* in, int* out) {
  least<<<4, 64>>>(in, out);
}
