__global__ void bits(unsigned *seen, unsigned *common, unsigned *odd, const unsigned *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicOr(&seen[in[i] % 4], in[i]);
    atomicAnd(&common[in[i] % 4], in[i] | 0xff00u);
    atomicXor(&odd[in[i] % 4], in[i]);
  }
}

int main() {
  unsigned *in, *seen, *common, *odd;
  cudaMallocManaged(&in, 1000 * sizeof(unsigned));
  cudaMallocManaged(&seen, 4 * sizeof(unsigned));
  cudaMallocManaged(&common, 4 * sizeof(unsigned));
  cudaMallocManaged(&odd, 4 * sizeof(unsigned));
  for (int i = 0; i < 1000; ++i) in[i] = i * 2654435761u;
  for (int i = 0; i < 4; ++i) common[i] = 0xffffffffu;
  bits<<<4, 256>>>(seen, common, odd, in, 1000);
  return cudaDeviceSynchronize();
}
