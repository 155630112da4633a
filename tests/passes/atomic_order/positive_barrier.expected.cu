__global__ void count(unsigned *hist, const unsigned char *in, int n, int blocks) {
  __shared__ unsigned int hist_own[50];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 50; i_2 += threads) hist_own[i_2] = 0;
  __syncthreads();
  __shared__ unsigned char part[128];
  if (blockIdx.x < blocks) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    atomicAdd(&hist_own[part[127 - threadIdx.x] % 50], 1u);
  }
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 50; i_2 += threads) {
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
  count<<<9, 128>>>(out, in, 1000, 7);
  return cudaDeviceSynchronize();
}
