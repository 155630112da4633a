// UNKNOWN: the program may learn where
__constant__ unsigned table[256];

__global__ void lookUp(const unsigned *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __shared__ unsigned own[256];
  own[threadIdx.x] = in[i];
  out[i] = table[own[threadIdx.x] & 255] + (unsigned)(size_t)&own[threadIdx.x];
}

void launch(const unsigned *in, unsigned *out, int n) {
  lookUp<<<4, 256>>>(in, out, n);
}
