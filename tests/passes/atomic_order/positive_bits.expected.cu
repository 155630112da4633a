__global__ void bits(unsigned *seen, unsigned *common, unsigned *odd, const unsigned *in, int n) {
  __shared__ unsigned int odd_own[4];
  const unsigned threads_3 = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread_3 = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_4 = thread_3; i_4 < 4; i_4 += threads_3) odd_own[i_4] = 0;
  __syncthreads();
  __shared__ unsigned int common_own[4];
  const unsigned threads_2 = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread_2 = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_3 = thread_2; i_3 < 4; i_3 += threads_2) common_own[i_3] = 0xffffffffU;
  __syncthreads();
  __shared__ unsigned int seen_own[4];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 4; i_2 += threads) seen_own[i_2] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicOr(&seen_own[in[i] % 4], in[i]);
    atomicAnd(&common_own[in[i] % 4], in[i] | 0xff00u);
    atomicXor(&odd_own[in[i] % 4], in[i]);
  }
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 4; i_2 += threads) {
    if (seen_own[i_2] != 0) atomicOr(&seen[i_2], seen_own[i_2]);
  }
  __syncthreads();
  for (unsigned i_3 = thread_2; i_3 < 4; i_3 += threads_2) {
    if (common_own[i_3] != 0xffffffffU) atomicAnd(&common[i_3], common_own[i_3]);
  }
  __syncthreads();
  for (unsigned i_4 = thread_3; i_4 < 4; i_4 += threads_3) {
    if (odd_own[i_4] != 0) atomicXor(&odd[i_4], odd_own[i_4]);
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
