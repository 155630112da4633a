// REFUSES: is named in a branch of `if constexpr` that is left out here
template <bool doubled>
__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  int x = in[(blockIdx.x * 64 + threadIdx.x) & 255];
  if constexpr (doubled) {
    s[threadIdx.x] = x;
  } else {
    s[threadIdx.x] = -x;
  }
  __syncthreads();
  x += s[63 - threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = x;
}

void launch(const int* in, int* out) {
  kernel<true><<<4, 64>>>(in, out);
}
