template <bool doubled>
__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  if constexpr (doubled) {
    int x = in[(blockIdx.x * 64 + threadIdx.x) & 255];
    s[threadIdx.x] = x * 2 + threadIdx.x;
  } else {
    s[threadIdx.x] = -in[threadIdx.x];
  }
  __syncthreads();
  int y = 0;
  if constexpr (sizeof(int) == 4) y = s[63 - threadIdx.x];
  else y = s[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = y;
}

void launch(const int* in, int* out) {
  kernel<true><<<4, 64>>>(in, out);
}
