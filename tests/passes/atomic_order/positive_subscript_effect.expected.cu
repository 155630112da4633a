// The element is always the same, and naming it changes a variable.
__global__ void count(int *total, int *out, int n) {
  __shared__ int total_own[1];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i_2 = thread; i_2 < 1; i_2 += threads) total_own[i_2] = 0;
  __syncthreads();
  int k = 0, i = threadIdx.x;
  if (i < n) {
    atomicAdd(&total_own[k++ & 0], 1);
    out[i] = k;
  }
  __syncthreads();
  for (unsigned i_2 = thread; i_2 < 1; i_2 += threads) {
    if (total_own[i_2] != 0) atomicAdd(&total[i_2], total_own[i_2]);
  }
}

int main() {
  int *total, *out;
  cudaMallocManaged(&total, sizeof(int));
  cudaMallocManaged(&out, 96 * sizeof(int));
  count<<<1, 96>>>(total, out, 90);
  return cudaDeviceSynchronize();
}
