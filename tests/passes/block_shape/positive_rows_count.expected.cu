// SET: threads=128
#include <cstdio>

__global__ void positive(const float* in, int* count, unsigned blocks) {
  const unsigned row = threadIdx.x / 16;
  const unsigned row_lanes = 0xffffu << (row % 2 * 16);
  const unsigned block_x = blockIdx.x * 8 + row;
  const unsigned thread_x = threadIdx.x % 16;
  if (block_x >= blocks) return;
  __shared__ int found_rows[8];
  auto &found = found_rows[row];
  if (thread_x == 0) found = 0;
  __syncwarp(row_lanes);
  if (in[block_x * 16 + thread_x] > 0) atomicAdd(&found, 1);
  __syncwarp(row_lanes);
  if (thread_x == 0) count[block_x] = found;
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
  positive<<<(100 + 7) / 8, 16 * 8>>>(in, count, 100);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
