// SET: threads=256
#include <cstdio>

__global__ void mark(float* out, unsigned blocks);
__global__ void mark(float* out, unsigned blocks) { const unsigned block_x = blockIdx.x * 8 + threadIdx.x / 32; const unsigned thread_x = threadIdx.x % 32; if (block_x >= blocks) return; out[block_x * 32u + thread_x] = 1; }

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
  mark<<<(8 + 7) / 8, 32 * 8>>>(out, 8);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
