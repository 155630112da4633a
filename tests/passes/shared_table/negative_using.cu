// REFUSES: line 12 gives names another meaning
namespace codes {
__constant__ unsigned table[256];
}
namespace others {
__constant__ unsigned other[256];
}
__constant__ unsigned other[4];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  using namespace codes;
  if (i < n) out[i] = table[in[i] & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
