__device__ int scan(int value, volatile int* s) {
  const int t = threadIdx.x, lane = t & 31;
  int s_own = value;
  int s_other = __shfl_up_sync(0xffffffff, s_own, 1);
  if (lane >= 1) s_own += s_other;
  s_other = __shfl_up_sync(0xffffffff, s_own, 2);
  if (lane >= 2) s_own += s_other;
  s_other = __shfl_up_sync(0xffffffff, s_own, 4);
  if (lane >= 4) s_own += s_other;
  s_other = __shfl_up_sync(0xffffffff, s_own, 8);
  if (lane >= 8) s_own += s_other;
  s_other = __shfl_up_sync(0xffffffff, s_own, 16);
  if (lane >= 16) s_own += s_other;
  s[t] = s_own;
  return s_own;
}

__global__ void sums(const int* in, int* out) {
  __shared__ int all[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = scan(in[i], all);
}

void launch(const int* in, int* out) {
  sums<<<4, 128>>>(in, out);
}
