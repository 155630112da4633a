__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned v = in[i] * 3u;
    atomicAdd(&hist[v % 10], 1u);
    atomicSub(&hist[(v + 1) % 10], 2u);
  }
  return;
}

int main() {
  unsigned char *in;
  unsigned *out;
  cudaMallocManaged(&in, 1000);
  cudaMallocManaged(&out, 1024);
  for (int i = 0; i < 1000; ++i) in[i] = i * 7;
  for (int i = 0; i < 256; ++i) out[i] = i;
  count<<<4, 256>>>(out, in, 1000);
  return cudaDeviceSynchronize();
}
