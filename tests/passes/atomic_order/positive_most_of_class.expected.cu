__global__ void most(int *best, const int *in, int n) {
  __shared__ int best_own[8];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 8; i_2 += threads) best_own[i_2] = (-0x7fffffff - 1);
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(&best_own[in[i] & 7], in[i]);
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 8; i_2 += threads) {
    if (best_own[i_2] != (-0x7fffffff - 1)) atomicMax(&best[i_2], best_own[i_2]);
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 1000; ++i) in[i] = (i * 7919) % 5003 - 1000;
  for (int i = 0; i < 64; ++i) out[i] = i * 1000003;
  most<<<4, 256>>>(out, in, 1000);
  return cudaDeviceSynchronize();
}
