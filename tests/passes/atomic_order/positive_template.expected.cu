template <typename T>
__global__ void __launch_bounds__(512) count(T *hist, const unsigned char *in, int n) {
  __shared__ T hist_own[16];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 16; i_2 += threads) hist_own[i_2] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&hist_own[in[i] >> 4], T(1));
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 16; i_2 += threads) {
    if (hist_own[i_2] != 0) atomicAdd(&hist[i_2], hist_own[i_2]);
  }
}

int main() {
  unsigned char *in;
  int *a;
  unsigned *b;
  cudaMallocManaged(&in, 1000);
  cudaMallocManaged(&a, 64);
  cudaMallocManaged(&b, 64);
  for (int i = 0; i < 1000; ++i) in[i] = i * 7;
  count<<<4, 256>>>(a, in, 1000);
  count<<<2, 512>>>(b, in, 1000);
  return cudaDeviceSynchronize();
}
