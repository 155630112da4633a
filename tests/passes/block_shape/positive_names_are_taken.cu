// SET: threads=32
// SET: threads=128
#include <cstdio>

__global__ void copy(const float* in, float* out, int blocks) {
  int thread_x = threadIdx.x, block_x = blockIdx.x;
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
  copy<<<8, 64>>>(in, out, 7);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
