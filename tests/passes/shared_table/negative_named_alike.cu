// REFUSES: writes `table`
namespace a {
__device__ unsigned table[256];
}
namespace b {
__device__ unsigned table[256];
}

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = b::table[0];
  out[i] += a::table[in[i] & 255];
  a::table[i & 255] = i;
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
