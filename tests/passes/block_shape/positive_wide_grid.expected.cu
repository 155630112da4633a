// SET: threads=64
#include <cstdio>

// A launch takes 32 bits of its grid: thirteen blocks, of which the larger ones are made.
__global__ void mark(float* out, unsigned blocks) { const unsigned block_x = blockIdx.x * 2 + threadIdx.x / 32; const unsigned thread_x = threadIdx.x % 32; if (block_x >= blocks) return; out[block_x * 32u + thread_x] = (float)blocks; }

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
  unsigned long long blocks = (1ull << 32) + 13;
  mark<<<(unsigned(blocks) + 1) / 2, 32 * 2>>>(out, unsigned(blocks));
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
