__global__ void sums(const long long* in, long long* out) {
  __shared__ volatile long long s[4][32];
  const int lane = threadIdx.x, row = threadIdx.y;
  long long s_own = in[(blockIdx.x * 4 + row) * 32 + lane];
  long long s_other = __shfl_up_sync(0xffffffff, s_own, 1);
  if (lane >= 1) s_own = s_other + s_own;
  s_other = __shfl_up_sync(0xffffffff, s_own, 2);
  if (lane >= 2) s_own = s_other + s_own;
  s_other = __shfl_up_sync(0xffffffff, s_own, 4);
  if (lane >= 4) s_own = s_other + s_own;
  s_other = __shfl_up_sync(0xffffffff, s_own, 8);
  if (lane >= 8) s_own = s_other + s_own;
  s_other = __shfl_up_sync(0xffffffff, s_own, 16);
  if (lane >= 16) s_own = s_other + s_own;
  s[row][lane] = s_own;
  out[(blockIdx.x * 4 + row) * 32 + lane] = s[row][lane];
}

void launch(const long long* in, long long* out) {
  sums<<<4, dim3(32, 4)>>>(in, out);
}
