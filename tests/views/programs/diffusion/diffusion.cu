#include <cstdio>
#include <cstdlib>

#include "diffusion.h"
#include "diffusion_kernel.cu"

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "Usage: %s ROWS COLS LAMBDA STEPS\n", argv[0]);
    return 1;
  }
  const int rows = std::atoi(argv[1]), cols = std::atoi(argv[2]), steps = std::atoi(argv[4]);
  const float lambda = static_cast<float>(std::atof(argv[3]));
  if (rows % TILE != 0 || cols % TILE != 0) {
    std::fprintf(stderr, "rows and columns must be multiples of %d\n", TILE);
    return 1;
  }
  const int size = rows * cols;
  const size_t bytes = sizeof(float) * static_cast<size_t>(size);
  float* image = static_cast<float*>(std::malloc(bytes));
  for (int i = 0; i < size; ++i) image[i] = 1.0f + static_cast<float>(i * 7 % 97) / 97.0f;
  float *on_device, *north_c, *west_c, *coefficient;
  cudaMalloc(&on_device, bytes);
  cudaMalloc(&north_c, bytes);
  cudaMalloc(&west_c, bytes);
  cudaMalloc(&coefficient, bytes);
  cudaMemcpy(on_device, image, bytes, cudaMemcpyHostToDevice);
  const dim3 block(TILE, TILE), grid(cols / TILE, rows / TILE);
  for (int step = 0; step < steps; ++step) {
    speckle_one<<<grid, block>>>(on_device, north_c, west_c, coefficient, cols, 0.05f);
    speckle_two<<<grid, block>>>(on_device, north_c, west_c, coefficient, cols, lambda);
  }
  cudaMemcpy(image, on_device, bytes, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < size; ++i) sum += image[i];
  std::printf("sum %.6f\n", sum);
  std::free(image);
  return 0;
}
