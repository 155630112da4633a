__global__ void sum(int *total, const int *in, int n) {
  unsigned int total_own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) total_own += static_cast<int>(in[i]);
  __shared__ unsigned int total_of_block;
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) total_of_block = 0;
  __syncthreads();
  if (total_own != 0) atomicAdd(&total_of_block, total_own);
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && total_of_block != 0) atomicAdd(&total[0], total_of_block);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 1000; ++i) in[i] = (i * 7919) % 5003 - 1000;
  for (int i = 0; i < 64; ++i) out[i] = i * 1000003;
  sum<<<2, 128>>>(out, in, 1000);
  return cudaDeviceSynchronize();
}
