__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  __shared__ unsigned int hist_own_2[20];
  const unsigned threads_2 = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread_2 = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread_2; i_2 < 20; i_2 += threads_2) hist_own_2[i_2] = 0;
  __syncthreads();
  int hist_own = n, threads = n, i = blockIdx.x * blockDim.x + threadIdx.x, thread = i;
  if (thread < hist_own) {
    atomicAdd(&hist_own_2[in[thread] % 20], threads);
  }
  __syncthreads();
  for (unsigned i_2 = thread_2; i_2 < 20; i_2 += threads_2) {
    if (hist_own_2[i_2] != 0) atomicAdd(&hist[i_2], hist_own_2[i_2]);
  }
}

int main() {
  unsigned char *in;
  unsigned *out;
  cudaMallocManaged(&in, 1000);
  cudaMallocManaged(&out, 1024);
  for (int i = 0; i < 1000; ++i) in[i] = i * 7;
  for (int i = 0; i < 256; ++i) out[i] = i;
  count<<<4, 256>>>(out, in, 1000);
  return cudaDeviceSynchronize();
}
