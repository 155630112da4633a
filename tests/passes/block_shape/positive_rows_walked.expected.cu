#include <cstdio>

__global__ void walk(const int* in, int* out, unsigned blocks) {
  const unsigned row_2 = threadIdx.x / 8;
  const unsigned row_lanes = 0xffu << (row_2 % 4 * 8);
  const unsigned block_x = blockIdx.x * 16 + row_2;
  const unsigned thread_x = threadIdx.x % 8;
  if (block_x >= blocks) return;
  __shared__ int row_rows[16][8];
  auto &row = row_rows[row_2];
  const int thread = thread_x;
  row[thread] = in[block_x * 8 + thread];
  __syncwarp(row_lanes);
  int sum = 0;
  for (const int* place = row; place != row + thread; ++place) sum += *place;
  out[block_x * 8 + thread] = sum;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 800 * sizeof(int));
  cudaMallocManaged(&out, 800 * sizeof(int));
  for (int i = 0; i < 800; ++i) in[i] = i * 37 % 101;
  walk<<<(100 + 15) / 16, 8 * 16>>>(in, out, 100);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < 800; ++i) sum += out[i] * (1 + i % 5);
  printf("%d\n", sum);
}
