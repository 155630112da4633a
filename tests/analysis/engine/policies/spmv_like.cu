// A sparse matrix by rows times a vector, a thread a row.
#include <cuda_runtime.h>

__global__ void multiply(const int *starts, const int *columns, const float *values, const float *x, float *y, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int e = starts[row]; e < starts[row + 1]; ++e) sum += values[e] * x[columns[e]];
  y[row] = sum;
}

int main() {
  const int rows = 8192, each = 24;
  int *starts, *columns;
  float *values, *x, *y;
  cudaMallocManaged(&starts, (rows + 1) * sizeof(int));
  cudaMallocManaged(&columns, rows * each * sizeof(int));
  cudaMallocManaged(&values, rows * each * sizeof(float));
  cudaMallocManaged(&x, rows * sizeof(float));
  cudaMallocManaged(&y, rows * sizeof(float));
  unsigned random = 1;
  for (int r = 0; r <= rows; ++r) starts[r] = r * each;
  for (int e = 0; e < rows * each; ++e) {
    columns[e] = (random = random * 1664525u + 1013904223u) >> 19;
    values[e] = e % 17;
  }
  for (int r = 0; r < rows; ++r) x[r] = r % 13;
  multiply<<<rows / 256, 256>>>(starts, columns, values, x, y, rows);
  return cudaDeviceSynchronize();
}
