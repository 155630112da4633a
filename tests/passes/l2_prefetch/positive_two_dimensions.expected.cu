// SET: waves=2
__global__ void blur(const unsigned char* image, unsigned char* result, int pitch, int rows) {
  {  // L2: what the block 2112 further on reads
    const unsigned number = blockIdx.y * gridDim.x + blockIdx.x + 2112u;
    const dim3 coming_2(number % gridDim.x, number / gridDim.x, blockIdx.z);
    if (coming_2.y < gridDim.y && blockDim.x == 32u && blockDim.y == 8u && blockDim.z == 1u) {
      if ((int(0u) < int(coming_2.x * 32u + threadIdx.x)) && (int(coming_2.y * 8u + threadIdx.y) < int(unsigned(rows)))) {
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)image + (unsigned long long)((long long)(int(coming_2.x * 32u + threadIdx.x + (coming_2.y * 8u + threadIdx.y) * unsigned(pitch) - 1u)))));
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)image + (unsigned long long)((long long)(int(coming_2.x * 32u + threadIdx.x + unsigned(pitch) * (coming_2.y * 8u + threadIdx.y + 1u))))));
      }
    }
  }
  int coming = 1;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x > 0 && y < rows) result[y * pitch + x] = (image[y * pitch + x - coming] + image[(y + 1) * pitch + x]) / 2;
}
int main() {
  const int pitch = 2048, rows = 512;
  unsigned char *image, *result;
  cudaMalloc(&image, pitch * (rows + 1));
  cudaMalloc(&result, pitch * (rows + 1));
  cudaMemset(image, 3, pitch * (rows + 1));
  cudaMemset(result, 0, pitch * (rows + 1));
  blur<<<dim3(64, 64), dim3(32, 8)>>>(image, result, pitch, rows);
  cudaDeviceSynchronize();
}
