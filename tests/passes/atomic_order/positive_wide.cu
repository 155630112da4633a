__global__ void sum(unsigned long long *sums, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sums[in[i] & 1], (unsigned long long)in[i] * in[i]);
}

int main() {
  int *in;
  unsigned long long *sums;
  cudaMallocManaged(&in, 1000 * sizeof(int));
  cudaMallocManaged(&sums, 2 * sizeof(unsigned long long));
  for (int i = 0; i < 1000; ++i) in[i] = i * 12347;
  sum<<<4, 256>>>(sums, in, 1000);
  return cudaDeviceSynchronize();
}
