// SET: threads=128
#include <cstdio>

// A tree over the threads of a block, of which there are few.
__global__ void largest(const float* in, float* out, unsigned blocks) {
  const unsigned row = threadIdx.x / 8;
  const unsigned row_lanes = 0xffu << (row % 4 * 8);
  const unsigned block_x = blockIdx.x * 16 + row;
  const unsigned thread_x = threadIdx.x % 8;
  if (block_x >= blocks) return;
  __shared__ float best_rows[16][8];  // one a thread
  auto &best = best_rows[row];
  best[thread_x] = in[block_x * 8u + thread_x];
  __syncwarp(row_lanes);
  for (unsigned half = 8u / 2; half > 0; half /= 2) {
    if (thread_x < half) best[thread_x] = fmaxf(best[thread_x], best[thread_x + half]);
    __syncwarp(row_lanes);
  }
  if (thread_x == 0) out[block_x] = best[0];
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
  largest<<<(101 + 15) / 16, 8 * 16>>>(in, out, 101);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
