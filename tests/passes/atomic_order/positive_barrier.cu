__global__ void count(unsigned *hist, const unsigned char *in, int n, int blocks) {
  __shared__ unsigned char part[128];
  if (blockIdx.x >= blocks) return;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  atomicAdd(&hist[part[127 - threadIdx.x] % 50], 1u);
}

int main() {
  unsigned char *in;
  unsigned *out;
  cudaMallocManaged(&in, 1000);
  cudaMallocManaged(&out, 1024);
  for (int i = 0; i < 1000; ++i) in[i] = i * 7;
  for (int i = 0; i < 256; ++i) out[i] = i;
  count<<<9, 128>>>(out, in, 1000, 7);
  return cudaDeviceSynchronize();
}
