__global__ void sum(int *sums, const int *in, int n) {
  unsigned int sums_own = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sums_own += static_cast<int>(in[i]);
    if (in[i] < 0) sums_own += static_cast<int>(1);
  }
  __shared__ unsigned int sums_of_block;
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) sums_of_block = 0;
  __syncthreads();
  if (sums_own != 0) atomicAdd(&sums_of_block, sums_own);
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && sums_of_block != 0) atomicAdd(&sums[blockIdx.x], sums_of_block);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 1000; ++i) in[i] = (i * 7919) % 5003 - 1000;
  for (int i = 0; i < 64; ++i) out[i] = i * 1000003;
  sum<<<8, 128>>>(out, in, 1000);
  return cudaDeviceSynchronize();
}
