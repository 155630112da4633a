__global__ void sum(unsigned long long *sums, const int *in, int n) {
  __shared__ unsigned long long sums_own[2];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 2; i_2 += threads) sums_own[i_2] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sums_own[in[i] & 1], (unsigned long long)in[i] * in[i]);
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 2; i_2 += threads) {
    if (sums_own[i_2] != 0) atomicAdd(&sums[i_2], sums_own[i_2]);
  }
}

int main() {
  int *in;
  unsigned long long *sums;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&sums, 2 * sizeof(unsigned long long));
  for (int i = 0; i < 1000; ++i) in[i] = i * 12347;
  sum<<<4, 256>>>(sums, in, 1000);
  return cudaDeviceSynchronize();
}
