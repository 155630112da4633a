// Product of a matrix and a vector, one row a thread: a heavy thread (HWST) that walks along its row.
//   matrix_vector [rows] [columns]     (default 65,536 rows of 16, 256 threads a block)
#include <cstdio>
#include <cstdlib>

__global__ void matrixVector(const float* matrix, const float* vector, float* result, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += matrix[row * columns + k] * vector[k];
  result[row] = sum;
}

int main(int argc, char** argv) {
  int rows = argc > 1 ? std::atoi(argv[1]) : 65536, columns = argc > 2 ? std::atoi(argv[2]) : 16;
  float *matrix, *vector, *result;
  cudaMallocManaged(&matrix, rows * columns * sizeof(float));
  cudaMallocManaged(&vector, columns * sizeof(float));
  cudaMallocManaged(&result, rows * sizeof(float));
  for (int i = 0; i < rows * columns; ++i) matrix[i] = i / columns % 13;
  for (int k = 0; k < columns; ++k) vector[k] = 1;
  matrixVector<<<(rows + 255) / 256, 256>>>(matrix, vector, result, rows, columns);
  cudaDeviceSynchronize();
  for (int row = 0; row < rows; ++row) {
    if (result[row] != float(row % 13) * columns) return std::printf("wrong at %d\n", row), 1;
  }
  std::puts("right");
}
