__global__ void sum(const int* in, int* out, int n) {
  __shared__ int part[128];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int s = 64; s > 32; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t < 32) {
    volatile int* all = part;
    all[t] += all[t + 32];
    int all_own = all[t];
    int all_other = __shfl_down_sync(0xffffffff, all_own, 16);
    all_own += (threadIdx.x % 32 < 16 ? all_other : all[t + 16]);
    all_other = __shfl_down_sync(0xffffffff, all_own, 8);
    all_own += (threadIdx.x % 32 < 24 ? all_other : all[t + 8]);
    all_other = __shfl_down_sync(0xffffffff, all_own, 4);
    all_own += (threadIdx.x % 32 < 28 ? all_other : all[t + 4]);
    all_other = __shfl_down_sync(0xffffffff, all_own, 2);
    all_own += (threadIdx.x % 32 < 30 ? all_other : all[t + 2]);
    all_other = __shfl_down_sync(0xffffffff, all_own, 1);
    all_own += (threadIdx.x % 32 < 31 ? all_other : all[t + 1]);
    all[t] = all_own;
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

void launch(const int* in, int* out) {
  sum<<<4, 128>>>(in, out, 5);
}
