// UNKNOWN: `a` is any number of parameters
template <class... A>
__global__ void lookUp(unsigned *out, int n, const unsigned *in, A... a, const unsigned *table, const unsigned *more) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[in[i] & 63] + more[in[i] & 7];
}

int main() {
  const int n = 1000;
  unsigned *in, *out, *table, *more;
  cudaMalloc(&in, n * sizeof(unsigned));
  cudaMalloc(&out, n * sizeof(unsigned));
  cudaMalloc(&more, 8 * sizeof(unsigned));
  cudaMalloc(&table, 64 * sizeof(unsigned));
  lookUp<<<4, 256>>>(out, n, in, table, more);
  cudaDeviceSynchronize();
}
