__global__ void sum(long long *sums, long long *all, const int *in, int n) {
  unsigned long long all_own = 0;
  __shared__ long long sums_own[2];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 2; i_2 += threads) sums_own[i_2] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd((unsigned long long *)&sums_own[in[i] & 1], (unsigned long long)in[i]);
    all_own += static_cast<unsigned long long>(1);
  }
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 2; i_2 += threads) {
    if (sums_own[i_2] != 0) atomicAdd(reinterpret_cast<unsigned long long*>(&sums[i_2]), sums_own[i_2]);
  }
  __shared__ unsigned long long all_of_block;
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) all_of_block = 0;
  __syncthreads();
  if (all_own != 0) atomicAdd(&all_of_block, all_own);
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && all_of_block != 0) atomicAdd(reinterpret_cast<unsigned long long*>(&all[0]), all_of_block);
}

int main() {
  int *in;
  long long *sums, *all;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&sums, 2 * sizeof(long long));
  cudaMallocManaged(&all, sizeof(long long));
  for (int i = 0; i < 1000; ++i) in[i] = i * 12347 - 500000;
  sum<<<4, 256>>>(sums, all, in, 1000);
  return cudaDeviceSynchronize();
}
