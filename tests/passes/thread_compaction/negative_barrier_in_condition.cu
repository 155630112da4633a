// REFUSES: has a barrier inside a switch or an expression
__global__ void reverse(const int* in, int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  if (__syncthreads(), n < 0) n = 0;
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x] + n;
}

void launch(const int* in, int* out) {
  reverse<<<8, 64>>>(in, out, 3);
}
