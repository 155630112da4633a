__global__ void sum(int *sums, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&sums[blockIdx.x], in[i]);
  if (in[i] < 0) atomicAdd(sums + blockIdx.x, 1);
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
