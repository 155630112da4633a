__global__ void flags(unsigned *seen, const unsigned *in, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    atomicOr(seen, 1u << (in[i] & 31));
    i += blockDim.x * gridDim.x;
  }
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(unsigned));
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  for (int i = 0; i < 1000; ++i) in[i] = (i * 7919) % 5003 - 1000;
  for (int i = 0; i < 64; ++i) out[i] = i * 1000003;
  flags<<<2, 64>>>(out, in, 1000);
  return cudaDeviceSynchronize();
}
