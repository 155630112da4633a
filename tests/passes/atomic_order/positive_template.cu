template <typename T>
__global__ void count(T *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&hist[in[i] >> 4], T(1));
}

int main() {
  unsigned char *in;
  int *a;
  unsigned *b;
  cudaMallocManaged(&in, 1000);
  cudaMallocManaged(&a, 64);
  cudaMallocManaged(&b, 64);
  for (int i = 0; i < 1000; ++i) in[i] = i * 7;
  count<<<4, 256>>>(a, in, 1000);
  count<<<2, 512>>>(b, in, 1000);
  return cudaDeviceSynchronize();
}
