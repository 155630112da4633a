// REFUSES: a block would take 49408 bytes of shared memory, and it has 49152
__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __shared__ unsigned own[12096];
  own[threadIdx.x] = in[i];
  out[i] = table[own[threadIdx.x] & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
