__device__ unsigned bins[10];
__device__ int total;
__global__ void count(const int *in, int n) {
  unsigned int total_own = 0;
  __shared__ unsigned int bins_own[10];
  static_assert(sizeof(bins_own) == sizeof(bins), "");
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 10; i_2 += threads) bins_own[i_2] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&bins_own[in[i] % 10u], 1u);
    total_own += static_cast<int>(in[i]);
  }
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 10; i_2 += threads) {
    if (bins_own[i_2] != 0) atomicAdd(&bins[i_2], bins_own[i_2]);
  }
  __shared__ unsigned int total_of_block;
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) total_of_block = 0;
  __syncthreads();
  if (total_own != 0) atomicAdd(&total_of_block, total_own);
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && total_of_block != 0) atomicAdd(&total, total_of_block);
}
__global__ void show(int *out) {
  if (threadIdx.x < 10) out[threadIdx.x] = bins[threadIdx.x];
  if (threadIdx.x == 10) out[10] = total;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 1000; ++i) in[i] = (i * 7919) % 5003 - 1000;
  for (int i = 0; i < 64; ++i) out[i] = i * 1000003;
  count<<<4, 256>>>(in, 1000);
  show<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
