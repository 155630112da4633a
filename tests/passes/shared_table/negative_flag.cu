// REFUSES: The volatile access at line 7 may wait
__device__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  while (*(const volatile unsigned *)(in + n) == 0) {}
  out[i] = table[in[i] & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
