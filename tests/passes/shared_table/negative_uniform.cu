// REFUSES: no data decides which elements of `table` are read
__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned all = 0;
  for (int k = 0; k < 9; ++k) all += table[k] * in[i + k];
  out[i] = all + table[blockIdx.x & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
