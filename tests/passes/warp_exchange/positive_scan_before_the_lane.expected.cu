__device__ int scan(int value, volatile int* s) {
  int at = 2 * threadIdx.x - (threadIdx.x & 31);
  s[at] = 0;
  at += 32;
  int s_own;
  int sum = s_own = value;
  int s_other = __shfl_up_sync(0xffffffff, s_own, 1);
  s_own = sum += (threadIdx.x % 32 >= 1 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 2);
  s_own = sum += (threadIdx.x % 32 >= 2 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 4);
  s_own = sum += (threadIdx.x % 32 >= 4 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 8);
  s_own = sum += (threadIdx.x % 32 >= 8 ? s_other : 0);
  s_other = __shfl_up_sync(0xffffffff, s_own, 16);
  s_own = sum += (threadIdx.x % 32 >= 16 ? s_other : 0);
  s[at] = s_own; __syncwarp();
  return s[at - 1];
}

__global__ void sums(const int* in, int* out) {
  __shared__ int all[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = scan(in[i], all);
}

void launch(const int* in, int* out) {
  sums<<<4, 128>>>(in, out);
}
