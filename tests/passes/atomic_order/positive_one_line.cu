__global__ void count(unsigned *hist, const unsigned char *in) { atomicAdd(&hist[in[blockIdx.x * 100 + threadIdx.x] & 3], 1u); }

int main() {
  unsigned char *in;
  unsigned *out;
  cudaMallocManaged(&in, 1000);
  cudaMallocManaged(&out, 1024);
  for (int i = 0; i < 1000; ++i) in[i] = i * 7;
  for (int i = 0; i < 256; ++i) out[i] = i;
  count<<<10, 100>>>(out, in);
  return cudaDeviceSynchronize();
}
