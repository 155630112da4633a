// SET: threads=32
#include <cstdio>

__global__ void spread(const float* in, float* out, int rounds, unsigned blocks) {
  const unsigned row = threadIdx.x / 8;
  const unsigned row_lanes = 0xffu << (row % 4 * 8);
  const unsigned block_x = blockIdx.x * 4 + row;
  const unsigned thread_x = threadIdx.x % 8;
  if (block_x >= blocks) return;
  __shared__ float first_rows[4][8], second_rows[4][8], third_rows[4];
  auto &first = first_rows[row];
  auto &second = second_rows[row];
  auto &third = third_rows[row];
  const int own = block_x * 8 + thread_x;
  if (thread_x == 3) third = in[own];
  first[thread_x] = in[own];
  __syncwarp(row_lanes);
  for (int r = 0; r < rounds; ++r) {
    static __shared__ int turns_rows[4][8]; /* of this round */
    auto &turns = turns_rows[row];
    turns[thread_x] = (int)first[7 - thread_x] + r;
    __syncwarp(row_lanes);
    second[thread_x] = turns[(thread_x + r) % 8] + third;
    __syncwarp(row_lanes);
    first[thread_x] = second[(thread_x + 1) % 8];
    __syncwarp(row_lanes);
  }
  out[own] = first[thread_x];
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
  spread<<<(53 + 3) / 4, 8 * 4>>>(in, out, 3, 53);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
