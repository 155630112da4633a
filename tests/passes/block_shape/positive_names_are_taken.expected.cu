// SET: threads=32
// SET: threads=128
#include <cstdio>

__global__ void copy(const float* in, float* out, int blocks, unsigned blocks_2) {
  const unsigned block_x_3 = blockIdx.x * 4 + threadIdx.x / 32;
  const unsigned thread_x_3 = threadIdx.x % 32;
  if (block_x_3 >= blocks_2) return;
  const unsigned block_x_2 = block_x_3 / 2;
  const unsigned thread_x_2 = block_x_3 % 2 * 32 + thread_x_3;
  int thread_x = thread_x_2, block_x = block_x_2;
  if (block_x < blocks) out[block_x * 64 + thread_x] = in[block_x * 64 + thread_x];
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
  copy<<<(8 * 2 + 3) / 4, 64 / 2 * 4>>>(in, out, 7, 8 * 2);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
