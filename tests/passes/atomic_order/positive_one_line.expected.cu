__global__ void count(unsigned *hist, const unsigned char *in) {
  __shared__ unsigned int hist_own[4];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i = thread; i < 4; i += threads) hist_own[i] = 0;
  __syncthreads(); atomicAdd(&hist_own[in[blockIdx.x * 100 + threadIdx.x] & 3], 1u); 
  __syncthreads();
  for (unsigned i = thread; i < 4; i += threads) {
    if (hist_own[i] != 0) atomicAdd(&hist[i], hist_own[i]);
  }
}

int main() {
  unsigned char *in;
  unsigned *out;
  cudaMallocManaged(&in, 1000);
  cudaMallocManaged(&out, 1024);
  for (int i = 0; i < 1000; ++i) in[i] = i * 7;
  for (int i = 0; i < 256; ++i) out[i] = i;
  count<<<10, 100>>>(out, in);
  return cudaDeviceSynchronize();
}
