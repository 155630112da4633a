// Convolution of an image with a small filter: a heavy thread (HWST) with a nested loop.
//   convolution [n]     (default 1024 x 1024 and 3 x 3, blocks of 16 x 16; n a multiple of 16)
#include <cstdio>
#include <cstdlib>

__global__ void convolve(const float* image, const float* filter, float* result, int n, int side) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int width = n + side - 1;  // the image has a rim
  float sum = 0;
  for (int j = 0; j < side; ++j) {
    for (int i = 0; i < side; ++i) sum += image[(y + j) * width + x + i] * filter[j * side + i];
  }
  result[y * n + x] = sum;
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 1024, side = 3, width = n + side - 1;
  float *image, *filter, *result;
  cudaMallocManaged(&image, width * width * sizeof(float));
  cudaMallocManaged(&filter, side * side * sizeof(float));
  cudaMallocManaged(&result, n * n * sizeof(float));
  for (int i = 0; i < width * width; ++i) image[i] = i % 11;
  for (int i = 0; i < side * side; ++i) filter[i] = i == 4;  // gives the middle back
  convolve<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(image, filter, result, n, side);
  cudaDeviceSynchronize();
  for (int i = 0; i < n * n; ++i) {
    if (result[i] != image[(i / n + 1) * width + i % n + 1]) return std::printf("wrong at %d\n", i), 1;
  }
  std::puts("right");
}
