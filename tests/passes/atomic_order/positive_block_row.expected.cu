__global__ void most(int *best, const int *in, int width, int n) {
  int best_own = (-0x7fffffff - 1);
  for (int i = threadIdx.x; i < n; i += blockDim.x) best_own = max(best_own, static_cast<int>(in[i + (int)blockIdx.x]));
  __shared__ int best_of_block;
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) best_of_block = (-0x7fffffff - 1);
  __syncthreads();
  if (best_own != (-0x7fffffff - 1)) atomicMax(&best_of_block, best_own);
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && best_of_block != (-0x7fffffff - 1)) atomicMax(&best[blockIdx.y * width + blockIdx.x / 2], best_of_block);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 1000; ++i) in[i] = (i * 7919) % 5003 - 1000;
  for (int i = 0; i < 64; ++i) out[i] = i * 1000003;
  most<<<dim3(6, 4), 96>>>(out, in, 3, 900);
  return cudaDeviceSynchronize();
}
