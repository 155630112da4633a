__global__ void extremes(int *least, int *most, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicMin(&least[0], in[i]);
  atomicMax(&most[0], in[i]);
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
