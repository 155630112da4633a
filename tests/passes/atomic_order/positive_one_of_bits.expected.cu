__global__ void flags(unsigned *seen, const unsigned *in, int n) {
  unsigned int seen_own = 0;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    seen_own |= static_cast<unsigned int>(1u << (in[i] & 31));
    i += blockDim.x * gridDim.x;
  }
  __shared__ unsigned int seen_of_block;
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) seen_of_block = 0;
  __syncthreads();
  if (seen_own != 0) atomicOr(&seen_of_block, seen_own);
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && seen_of_block != 0) atomicOr(&seen[0], seen_of_block);
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
