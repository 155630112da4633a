// SET: threads=64
#include <cstdio>

__global__ void turn(const float* in, float* out, unsigned blocks) {
  const unsigned row = threadIdx.y / 4;
  const unsigned row_lanes = 0xffffu << (row % 2 * 16);
  const unsigned block_y = blockIdx.y * 4 + row;
  const unsigned thread_y = threadIdx.y % 4;
  if (block_y >= blocks) return;
  __shared__ float tile_rows[4][4][4];
  auto &tile = tile_rows[row];
  const int x = threadIdx.x, y = thread_y;
  tile[y][x] = in[(block_y * 4 + y) * 32 + blockIdx.x * 4 + x];
  __syncwarp(row_lanes);
  out[(block_y * 4 + y) * 32 + blockIdx.x * 4 + x] = tile[x][y];
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
  turn<<<dim3(8, (7 + 3) / 4), dim3(4, 4 * 4)>>>(in, out, 7);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
