// REFUSES: a multiprocessor has room for 13 blocks and not 32
__constant__ unsigned long long table[2048];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = table[in[i] & 2047];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 64>>>(in, out, n);
}
