// REFUSES: line 6 reads what other threads wrote at line 4
__global__ void kernel(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x & 63] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 63];
}

void launch(const int *in, int *out) {
  const auto start = [&](int blocks, int threads) { kernel<<<blocks, threads>>>(in, out); };
  start(64, 128);
}
