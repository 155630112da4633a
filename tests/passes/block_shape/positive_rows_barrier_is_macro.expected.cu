// SET: threads=64
#include <cstdio>

#define WAIT __syncthreads()
#define SHARED __shared__

__global__ void pairs(const float* in, float* out, unsigned blocks) {
  const unsigned row_2 = threadIdx.x / 4;
  const unsigned row_lanes = 0xfu << (row_2 % 8 * 4);
  const unsigned block_x = blockIdx.x * 16 + row_2;
  const unsigned thread_x = threadIdx.x % 4;
  if (block_x >= blocks) return;
  SHARED float row_rows[16][4];
  auto &row = row_rows[row_2];
  row[thread_x] = in[block_x * 4 + thread_x];
  __syncwarp(row_lanes);
  out[block_x * 4 + thread_x] = row[thread_x ^ 1];
}

int main() {
  float *in, *out;
  int* count;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  cudaMallocManaged(&count, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
    count[i] = i % 7;
  }
  pairs<<<(99 + 15) / 16, 4 * 16>>>(in, out, 99);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
