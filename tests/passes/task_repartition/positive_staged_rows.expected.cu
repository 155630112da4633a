#include <warpwright_runtime.h>
#include <cstdio>
#include <vector>

__global__ void multiply(const int* row, const int* column, const float* value, const float* x, float* y, int rows) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int i = row[r]; i < row[r + 1]; ++i) sum += value[i] * x[column[i]];
  y[r] = sum;
}

// multiply with x in shared memory: what tasks hold are places there.
__global__ void multiply_staged(warpwright::runtime::Staged staged, const int* row, const int* column, const float* value, const float* x_all, float* y, int rows) {
  const auto x = staged.load(x_all, 0);
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
  // Tasks that share data share a block once their order is known; until then, and where that is slower, as before.
  warpwright::runtime::TaskOrder multiply_tasks(rows, 32);
  multiply_tasks.rows(d_row).writes(d_y).gathersInRows(d_column).readsInRows(d_value).stages<float>().stagedBy(multiply_staged).start();
  for (int round = 0; round < 2; ++round) {
    multiply_tasks.begin((rows + 31) / 32, 32, rows);
    if (multiply_tasks.isStaged()) {
      multiply_staged<<<(rows + 31) / 32, 32, multiply_tasks.stagedBytes()>>>(multiply_tasks.staged(), multiply_tasks.at(d_row), multiply_tasks.at(d_column), multiply_tasks.at(d_value), d_x, multiply_tasks.at(d_y), rows);
    } else {
      multiply<<<(rows + 31) / 32, 32>>>(multiply_tasks.at(d_row), multiply_tasks.at(d_column), multiply_tasks.at(d_value), d_x, multiply_tasks.at(d_y), rows);
    }
    multiply_tasks.end();
    advance<<<(columns + 31) / 32, 32>>>(d_y, d_x, columns);
  }
  multiply_tasks.stop();
  std::vector<float> y(rows);
  cudaMemcpy(y.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float one : y) sum = sum * 0.5 + one;
  std::printf("%g\n", sum);
}
