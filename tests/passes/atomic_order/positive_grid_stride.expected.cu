__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  __shared__ unsigned int hist_own[16];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 16; i_2 += threads) hist_own[i_2] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(hist_own + (in[i] & 15), in[i]);
  }
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 16; i_2 += threads) {
    if (hist_own[i_2] != 0) atomicAdd(&hist[i_2], hist_own[i_2]);
  }
}

int main() {
  unsigned char *in;
  unsigned *out;
  cudaMallocManaged(&in, 1000);
  cudaMallocManaged(&out, 1024);
  for (int i = 0; i < 1000; ++i) in[i] = i * 7;
  for (int i = 0; i < 256; ++i) out[i] = i;
  count<<<2, 96>>>(out, in, 1000);
  return cudaDeviceSynchronize();
}
