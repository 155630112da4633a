// UNKNOWN: volatile access
__global__ void kernel(const int *in, volatile int *out, int n) {
  int t = threadIdx.x;
  out[t] = in[t];
  __syncthreads();
  out[t] = out[t] + 1;
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
