// REFUSES: has a barrier inside a switch or an expression
__global__ void reverse(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  int value = (__syncthreads(), s[63 - threadIdx.x]);  // one of several merged threads would not wait for the others
  out[blockIdx.x * 64 + threadIdx.x] = value;
}

void launch(const int* in, int* out) {
  reverse<<<8, 64>>>(in, out);
}
