// SET: waves=2
__global__ void blur(const unsigned char* image, unsigned char* result, int pitch, int rows) {
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
