__global__ void count(unsigned *hist, const unsigned char *in, int n) {
  int hist_own = n, threads = n, i = blockIdx.x * blockDim.x + threadIdx.x, thread = i;
  if (thread >= hist_own) return;
  atomicAdd(&hist[in[thread] % 20], threads);
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
