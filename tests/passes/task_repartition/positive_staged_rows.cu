#include <cstdio>
#include <vector>

__global__ void multiply(const int* row, const int* column, const float* value, const float* x, float* y, int rows) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = row[r]; i < row[r + 1]; ++i) sum += value[i] * x[column[i]];
  y[r] = sum;
}

__global__ void advance(const float* y, float* x, int columns) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < columns) x[c] = 0.25f * x[c] + y[c] * 0.001f;
}

int main() {
  const int rows = 700, columns = 300;
  std::vector<int> row(rows + 1), column;
  std::vector<float> value, x(columns);
  for (int v = 0; v < columns; ++v) x[v] = v * 37 % 101;
  for (int r = 0; r < rows; ++r) {
    for (int k = 0; k < r % 5; ++k) {
      column.push_back((r * 17 + k) % columns);
      value.push_back(r % 7 + k);
    }
    row[r + 1] = column.size();
  }
  const int entries = column.size();
  int *d_row, *d_column;
  float *d_value, *d_x, *d_y;
  cudaMalloc(&d_row, (rows + 1) * sizeof(int));
  cudaMalloc(&d_column, entries * sizeof(int));
  cudaMalloc(&d_value, entries * sizeof(float));
  cudaMalloc(&d_x, columns * sizeof(float));
  cudaMalloc(&d_y, rows * sizeof(float));
  cudaMemcpy(d_row, row.data(), (rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_column, column.data(), entries * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_value, value.data(), entries * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x.data(), columns * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_y, 0, rows * sizeof(float));
  for (int round = 0; round < 2; ++round) {
    multiply<<<(rows + 31) / 32, 32>>>(d_row, d_column, d_value, d_x, d_y, rows);
    advance<<<(columns + 31) / 32, 32>>>(d_y, d_x, columns);
  }
  std::vector<float> y(rows);
  cudaMemcpy(y.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float one : y) sum = sum * 0.5 + one;
  std::printf("%g\n", sum);
}
