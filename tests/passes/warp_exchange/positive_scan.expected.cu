__device__ unsigned scan(unsigned value, volatile unsigned* s) {
  int at = 2 * threadIdx.x - (threadIdx.x & 31);
  s[at] = 0;
  at += 32;
  unsigned int s_own = value;
  unsigned int s_other = __shfl_up_sync(0xffffffff, s_own, 1);
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
  return s_own - value;
}

__global__ void sums(const unsigned* in, unsigned* out) {
  __shared__ unsigned all[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = scan(in[i], all);
}

void launch(const unsigned* in, unsigned* out) {
  sums<<<4, 128>>>(in, out);
}
