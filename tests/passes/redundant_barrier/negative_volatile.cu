// UNKNOWN: volatile memory
__global__ void kernel(const int *in, int *out, int n) {
  volatile __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t];
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
