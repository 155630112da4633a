// SET: threads=64
// SET: threads=256
#include <cstdio>

__global__ void twice(const float* in, float* out, int n, unsigned blocks) {
  const unsigned block_x_2 = blockIdx.x * 4 + threadIdx.x / 64;
  const unsigned thread_x_2 = threadIdx.x % 64;
  if (block_x_2 >= blocks) return;
  const unsigned block_x = block_x_2 / 2;
  const unsigned thread_x = block_x_2 % 2 * 64 + thread_x_2;
  int i = block_x * 128u + thread_x;
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
  int n = 1000;
  twice<<<((n / 128 + 1) * 2 + 3) / 4, 128 / 2 * 4>>>(in, out, n, (n / 128 + 1) * 2);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
