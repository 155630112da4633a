// Blocks of two dimensions, several early ends.
__global__ void count(unsigned *hist, const unsigned char *in, int width, int height) {
  __shared__ unsigned int hist_own[256];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  for (unsigned i = thread; i < 256; i += threads) hist_own[i] = 0;
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) {
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (!(!(y < height))) {  // outside

      unsigned char v = in[y * width + x];
      if (v == 0) {
        atomicAdd(&hist_own[255], 1u);
      } else {
        for (int k = 0; k < 3; ++k) {
          atomicAdd(&hist_own[v >> k], 1u);
        }
      }
    }
  }
  __syncthreads();
  for (unsigned i = thread; i < 256; i += threads) {
    if (hist_own[i] != 0) atomicAdd(&hist[i], hist_own[i]);
  }
}

int main() {
  unsigned char *in;
  unsigned *out;
  cudaMallocManaged(&in, 1000);
  cudaMallocManaged(&out, 1024);
  for (int i = 0; i < 1000; ++i) in[i] = i * 7;
  for (int i = 0; i < 256; ++i) out[i] = i;
  count<<<dim3(3, 4), dim3(16, 8)>>>(out, in, 40, 25);
  return cudaDeviceSynchronize();
}
