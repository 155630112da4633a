__global__ void most(int *best, const int *in, int width, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicMax(&best[blockIdx.y * width + blockIdx.x / 2], in[i + (int)blockIdx.x]);
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
