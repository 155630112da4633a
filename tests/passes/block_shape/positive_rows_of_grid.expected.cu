// SET: threads=32
// SET: threads=256
#include <cstdio>

// Blocks stand in two rows: along y nothing changes.
__global__ void copy(const float* in, float* out, int width, unsigned blocks) {
  const unsigned block_x_2 = blockIdx.x * 8 + threadIdx.x / 32;
  const unsigned thread_x_2 = threadIdx.x % 32;
  if (block_x_2 >= blocks) return;
  const unsigned block_x = block_x_2 / 2;
  const unsigned thread_x = block_x_2 % 2 * 32 + thread_x_2;
  int x = block_x * 64u + thread_x;
  out[blockIdx.y * width + x] = in[blockIdx.y * width + x] + (float)gridDim.y + (float)threadIdx.y;
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
  copy<<<dim3((4 * 2 + 7) / 8, 2), dim3(64 / 2 * 8)>>>(in, out, 256, 4 * 2);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
