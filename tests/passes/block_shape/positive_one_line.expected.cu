// SET: threads=64
#include <cstdio>

__global__ void mark(float* out) { const unsigned block_x = blockIdx.x / 2; const unsigned thread_x = blockIdx.x % 2 * 64 + threadIdx.x; out[block_x * 128u + thread_x] = 1; }

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
  mark<<<8 * 2, 128 / 2>>>(out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
