// REFUSES: writes `table`
__device__ unsigned table[256];

__device__ void mark(unsigned value) {
  table[value & 255] = 1;
}

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  mark(in[i]);
  out[i] = table[in[i] & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
