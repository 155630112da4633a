// Product of a transposed matrix and a vector: a heavy thread (HWST) that walks down a column.
//   transpose_matrix_vector [width] [height]     (default 512 x 2048, 256 threads a block)
#include <cstdio>
#include <cstdlib>

__global__ void transposeMatrixVector(const float* matrix, const float* vector, float* result, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float sum = 0;
  for (int i = 0; i < height; ++i) sum += matrix[i * width + x] * vector[i];
  result[x] = sum;
}

int main(int argc, char** argv) {
  int width = argc > 1 ? std::atoi(argv[1]) : 512, height = argc > 2 ? std::atoi(argv[2]) : 2048;
  float *matrix, *vector, *result;
  cudaMallocManaged(&matrix, width * height * sizeof(float));
  cudaMallocManaged(&vector, height * sizeof(float));
  cudaMallocManaged(&result, width * sizeof(float));
  for (int i = 0; i < width * height; ++i) matrix[i] = i % width;
  for (int i = 0; i < height; ++i) vector[i] = 1;
  transposeMatrixVector<<<(width + 255) / 256, 256>>>(matrix, vector, result, width, height);
  cudaDeviceSynchronize();
  for (int x = 0; x < width; ++x) {
    if (result[x] != float(x) * height) return std::printf("wrong at %d\n", x), 1;
  }
  std::puts("right");
}
