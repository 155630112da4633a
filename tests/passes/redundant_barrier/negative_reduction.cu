// REFUSES: stays
__global__ void kernel(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int d = 32; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  out[t] = s[t];
}

void launch(const int *in, int *out) { kernel<<<1, 64>>>(in, out, 4); }
