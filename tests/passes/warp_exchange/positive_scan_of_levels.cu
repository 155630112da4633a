__device__ unsigned scan(unsigned value, volatile unsigned* s, int levels) {
  int at = 2 * threadIdx.x - (threadIdx.x & 31);
  s[at] = 0;
  at += 32;
  s[at] = value;
  s[at] += s[at - 1];
  s[at] += s[at - 2];
  if (levels > 2) { s[at] += s[at - 4]; }
  if (levels > 3) { s[at] += s[at - 8]; }
  if (levels > 4) { s[at] += s[at - 16]; }
  return s[at] - value;
}

__device__ unsigned scanBlock(unsigned value, unsigned* s) {
  const unsigned t = threadIdx.x;
  unsigned before = scan(value, s, 5);
  __syncthreads();
  if (t % 32 == 31) s[t / 32] = before + value;
  __syncthreads();
  if (t < 32) s[t] = scan(t < blockDim.x / 32 ? s[t] : 0, s, 3);
  __syncthreads();
  return before + s[t / 32];
}

__global__ void sums(const unsigned* in, unsigned* out) {
  __shared__ unsigned all[512];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    const unsigned here = scanBlock(in[i] + round, all);
    __syncthreads();
    out[i] += here;
  }
}

void launch(const unsigned* in, unsigned* out) {
  sums<<<4, 256>>>(in, out);
}
