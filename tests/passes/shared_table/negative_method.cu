// REFUSES: it calls `at`, which looks tables up, too, and cannot be copied: it is a method
__constant__ unsigned table[256];

struct Coder {
  __device__ unsigned at(unsigned i) const { return table[i & 255]; }
};

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Coder().at(in[i]);
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
