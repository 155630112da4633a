template <bool doubled>
__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  int x = in[(blockIdx.x * 64 + threadIdx.x) & 255];
  if constexpr (doubled) {
    x = x * 2 + threadIdx.x;
    s[threadIdx.x] = x;
  } else {
    s[threadIdx.x] = -x;
  }
  __syncthreads();
  if constexpr (sizeof(int) == 4) x += s[63 - threadIdx.x];
  else x = 0;
  out[blockIdx.x * 64 + threadIdx.x] = x;
}

void launch(const int* in, int* out) {
  kernel<true><<<4, 64>>>(in, out);
}
