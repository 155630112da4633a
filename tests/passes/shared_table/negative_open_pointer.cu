// UNKNOWN: it may be `table`
__device__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, unsigned **places, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = table[in[i] & 255];
  *places[i] = 3;
}

void launch(const unsigned *in, unsigned *out, unsigned **places, int n) {
  lookUp<<<4, 256>>>(in, out, places, n);
}
