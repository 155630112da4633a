// REFUSES: `own`, whose size launches give, would begin behind the tables
__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  extern __shared__ unsigned own[];
  own[threadIdx.x] = in[i];
  out[i] = table[own[threadIdx.x] & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256, 1024>>>(in, out, n);
}
