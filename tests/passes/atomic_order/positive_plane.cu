// Blocks of two dimensions, several early ends.
__global__ void count(unsigned *hist, const unsigned char *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!(y < height)) { return; }  // outside

  unsigned char v = in[y * width + x];
  if (v == 0) {
    atomicAdd(&hist[255], 1u);
    return;
  }
  for (int k = 0; k < 3; ++k) {
    atomicAdd(&hist[v >> k], 1u);
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
