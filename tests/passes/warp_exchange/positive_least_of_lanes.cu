__global__ void least(const int* in, int* out) {
  __shared__ int part[64];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    volatile int* s = part;
    s[t] = min(s[t], s[t + 32]);
    s[t] = s[t] < s[t + 16] ? s[t] : s[t + 16];
    s[t] = min(s[t], s[t + 8]);
    s[t] = min(s[t], s[t + 4]);
  }
  __syncthreads();
  out[blockIdx.x * 64 + t] = part[t];
}

void launch(const int* in, int* out) {
  least<<<4, 64>>>(in, out);
}
