// REFUSES: uses a number that depends on where the text stands
__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  int i = threadIdx.x + __COUNTER__;  // computed again in each loop, it would count on
  s[threadIdx.x] = in[threadIdx.x] + i;
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x] + i;
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
