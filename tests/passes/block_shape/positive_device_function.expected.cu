// SET: threads=32
#include <cstdio>

__device__ float half(float value) { return value / 2; }
__global__ void halves(const float* in, float* out) {
  const unsigned block_x = blockIdx.x / 4;
  const unsigned thread_x = blockIdx.x % 4 * 32 + threadIdx.x;
  unsigned lane = thread_x & 31;
  out[block_x * 128u + thread_x] = half(in[block_x * 128u + lane]);
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
  halves<<<8 * 4, 128 / 4>>>(in, out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
