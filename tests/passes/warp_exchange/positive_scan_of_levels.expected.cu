__device__ unsigned scan(unsigned value, volatile unsigned* s, int levels) {
  int at = 2 * threadIdx.x - (threadIdx.x & 31);
  s[at] = 0;
  at += 32;
  unsigned int s_own = value;
  unsigned int s_other = __shfl_up_sync(0xffffffff, s_own, 1);
  s_own += (threadIdx.x % 32 >= 1 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 2);
  s_own += (threadIdx.x % 32 >= 2 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 4);
  if (levels > 2) { s_own += (threadIdx.x % 32 >= 4 ? s_other : 0); }
  s_other = __shfl_up_sync(0xffffffff, s_own, 8);
  if (levels > 3) { s_own += (threadIdx.x % 32 >= 8 ? s_other : 0); }
  s_other = __shfl_up_sync(0xffffffff, s_own, 16);
  if (levels > 4) { s_own += (threadIdx.x % 32 >= 16 ? s_other : 0); }
  s[at] = s_own;
  return s_own - value;
}

__device__ unsigned scanBlock(unsigned value, unsigned* s) {
  const unsigned t = threadIdx.x;
  unsigned before = scan(value, s, 5);
  __syncthreads();
  if (t % 32 == 31) s[t / 32] = before + value;
  __syncthreads();
  if (t < 32) s[t] = scan(t < blockDim.x / 32 ? s[t] : 0, s, 3);
  __syncthreads();
  return before + s[t / 32];
}

__global__ void sums(const unsigned* in, unsigned* out) {
  __shared__ unsigned all[512];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    const unsigned here = scanBlock(in[i] + round, all);
    __syncthreads();
    out[i] += here;
  }
}

void launch(const unsigned* in, unsigned* out) {
  sums<<<4, 256>>>(in, out);
}
