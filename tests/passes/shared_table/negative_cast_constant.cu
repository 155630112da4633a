// UNKNOWN: What lies behind `table` is not known
__device__ const unsigned table[256] = {1, 2, 3};

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = table[in[i] & 255];
  const_cast<unsigned &>(table[i & 255]) = 7;
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
