// SET: threads=64
#include <cstdio>

__global__ void twice(const float* in, float* out, int n) {
  const unsigned block_x = blockIdx.x / 4;
  const unsigned thread_x = blockIdx.x % 4 * 64 + threadIdx.x;
  int i = block_x * 256u + thread_x;
  if (i < n) out[i] = in[i] * 2;
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
  twice<<<4 * 4, 256 / 4>>>(in, out, 1000);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
