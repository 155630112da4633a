// SET: threads=1024
#include <cstdio>

// Blocks of 1024 threads have 64 registers a thread: the compiler is told.
__global__ void __launch_bounds__(1024) mark(float* out, unsigned blocks) {
  const unsigned block_x = blockIdx.x * 8 + threadIdx.x / 128;
  const unsigned thread_x = threadIdx.x % 128;
  if (block_x >= blocks) return;
  out[block_x * 128u + thread_x] = (float)(thread_x % 32);
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
  mark<<<(8 + 7) / 8, 128 * 8>>>(out, 8);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
