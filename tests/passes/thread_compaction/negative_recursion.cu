// UNKNOWN: may touch any memory
__device__ int log2Of(int n) {
  return n > 1 ? 1 + log2Of(n / 2) : 0;
}

__global__ void shift(int* out, const int* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int bits = log2Of(in[i]);
  out[i] = in[i] << bits;
}

void run(int* out, const int* in) {
  shift<<<16, 128>>>(out, in);
}
