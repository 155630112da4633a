// UNKNOWN: Whether `table` is written is not known
__device__ unsigned table[256];
extern __device__ void change(int);

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  change(i);
  out[i] = table[in[i] & 255];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
