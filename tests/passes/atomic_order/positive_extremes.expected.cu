__global__ void extremes(int *least, int *most, const int *in, int n) {
  int most_own = (-0x7fffffff - 1);
  int least_own = 0x7fffffff;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    least_own = min(least_own, static_cast<int>(in[i]));
    most_own = max(most_own, static_cast<int>(in[i]));
  }
  __shared__ int least_of_block;
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) least_of_block = 0x7fffffff;
  __syncthreads();
  if (least_own != 0x7fffffff) atomicMin(&least_of_block, least_own);
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && least_of_block != 0x7fffffff) atomicMin(&least[0], least_of_block);
  __shared__ int most_of_block;
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) most_of_block = (-0x7fffffff - 1);
  __syncthreads();
  if (most_own != (-0x7fffffff - 1)) atomicMax(&most_of_block, most_own);
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && most_of_block != (-0x7fffffff - 1)) atomicMax(&most[0], most_of_block);
}

int main() {
  int *in, *least, *most;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&least, sizeof(int));
  cudaMallocManaged(&most, sizeof(int));
  for (int i = 0; i < 1000; ++i) in[i] = (i * 7919) % 5003 - 1000;
  extremes<<<4, 256>>>(least, most, in, 1000);
  return cudaDeviceSynchronize();
}
