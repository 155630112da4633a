// REFUSES: a macro names it
#define AT(i) at(i)
__constant__ unsigned table[256];

__device__ unsigned at(unsigned i) {
  return table[i & 255];
}

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = AT(in[i]);
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
