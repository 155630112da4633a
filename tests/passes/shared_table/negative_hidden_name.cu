// REFUSES: `blockDim` is something else in it
__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int blockDim) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < blockDim) out[i] = table[in[i] & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
