// SET: threads=128
#include <cstdio>

// What is read as wider is not what the block shares.
__global__ void turn(const float* in, float* out, unsigned blocks) {
  const unsigned row = threadIdx.x / 8;
  const unsigned row_lanes = 0xffu << (row % 4 * 8);
  const unsigned block_x = blockIdx.x * 16 + row;
  const unsigned thread_x = threadIdx.x % 8;
  if (block_x >= blocks) return;
  __shared__ float tile_rows[16][9];
  auto &tile = tile_rows[row];
  const float2 both = *(const float2*)(in + 2 * (block_x * 8 + thread_x));
  tile[thread_x] = both.x - both.y;
  __syncwarp(row_lanes);
  out[block_x * 8 + thread_x] = tile[7 - thread_x];
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
  turn<<<(100 + 15) / 16, 8 * 16>>>(in, out, 100);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
