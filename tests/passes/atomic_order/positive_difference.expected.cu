// Conversions are made before numbers are added.
__global__ void sum(int *total, const float *in, int n) {
  unsigned int total_own = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    total_own += static_cast<int>(in[i]);
    if (in[i] < 0) total_own -= static_cast<int>(3);
  }
  __shared__ unsigned int total_of_block;
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) total_of_block = 0;
  __syncthreads();
  if (total_own != 0) atomicAdd(&total_of_block, total_own);
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && total_of_block != 0) atomicAdd(&total[0], total_of_block);
}

int main() {
  float *in;
  int *total;
  cudaMallocManaged(&in, 1000 * sizeof(float));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < 1000; ++i) in[i] = i * 0.75f - 300;
  sum<<<1, 64>>>(total, in, 1000);
  return cudaDeviceSynchronize();
}
