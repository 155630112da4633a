// UNKNOWN: What callers of `run` pass is not known
#include <cstdio>

__global__ void lookUp(const unsigned *in, const unsigned *table, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = table[in[i] & 255];
  }
}

void run(const unsigned *in, const unsigned *codes, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, codes, out, n);
}
