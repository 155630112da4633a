// REFUSES: cannot be told of a copy
struct Step {
  unsigned char next;
  unsigned weight;
};
__constant__ Step steps[6];

__device__ unsigned at(unsigned i) {
  return steps[i % 6].weight;
}

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = at(in[i]);
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
