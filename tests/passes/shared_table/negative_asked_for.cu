// REFUSES: shared memory, and it has 49152
__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = table[in[i] & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256, 48 * 1024>>>(in, out, n);
}
