__global__ void sum(long long *sums, long long *all, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd((unsigned long long *)&sums[in[i] & 1], (unsigned long long)in[i]);
  atomicAdd(reinterpret_cast<unsigned long long *>(all), 1);
}

int main() {
  int *in;
  long long *sums, *all;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&sums, 2 * sizeof(long long));
  cudaMallocManaged(&all, sizeof(long long));
  for (int i = 0; i < 1000; ++i) in[i] = i * 12347 - 500000;
  sum<<<4, 256>>>(sums, all, in, 1000);
  return cudaDeviceSynchronize();
}
