// SET: threads=64
#include <cstdio>

__global__ void alone(const float* in, float* out, unsigned blocks) {
  const unsigned row = threadIdx.x;
  const unsigned row_lanes = 0x1u << (row % 32);
  const unsigned block_x = blockIdx.x * 64 + row;
  if (block_x >= blocks) return;
  __shared__ float last_rows[64];
  auto &last = last_rows[row];
  last = in[block_x];
  __syncwarp(row_lanes);
  out[block_x] = last * 2;
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
  alone<<<(333 + 63) / 64, 1 * 64>>>(in, out, 333);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
