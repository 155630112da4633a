// SET: threads=128
#include <cstdio>

__global__ void mean(const float* in, float* out, int blocks, unsigned blocks_2) {
  const unsigned row = threadIdx.x / 32;
  const unsigned block_x = blockIdx.x * 4 + row;
  const unsigned thread_x = threadIdx.x % 32;
  if (block_x >= blocks_2) return;
  __shared__ float all_rows[4][32];
  auto &all = all_rows[row];
  unsigned tid = thread_x;
  all[tid] = in[block_x * 32 + tid];
  __syncwarp();
  for (int s = 16; s > 0; s >>= 1) {
    if (tid < s) all[tid] += all[tid + s];
    __syncwarp();
  }
  out[block_x * 32 + tid] = all[0];
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
  int blocks = 77;
  mean<<<(blocks + 3) / 4, 32 * 4>>>(in, out, blocks, blocks);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
