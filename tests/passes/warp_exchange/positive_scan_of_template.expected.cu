template <class T, int levels>
__device__ T scan(T value, volatile T* s) {
  int at = 2 * threadIdx.x - (threadIdx.x & 31);
  s[at] = 0;
  at += 32;
  T s_own = value;
  T s_other = __shfl_up_sync(0xffffffff, s_own, 1);
  if (0 < levels) s_own += (threadIdx.x % 32 >= 1 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 2);
  if (1 < levels) s_own += (threadIdx.x % 32 >= 2 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 4);
  if (2 < levels) s_own += (threadIdx.x % 32 >= 4 ? s_other : 0);
  s[at] = s_own;
  return s_own;
}

__global__ void sums(const unsigned* in, unsigned* out) {
  __shared__ unsigned all[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = scan<unsigned, 3>(in[i], all);
}

void launch(const unsigned* in, unsigned* out) {
  sums<<<4, 128>>>(in, out);
}
