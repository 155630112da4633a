// SET: threads=128
// SET: threads=512
#include <cstdio>

__global__ void __launch_bounds__(512) copy(const float* in, float* out, int n, unsigned blocks) {
  const unsigned block_x_2 = blockIdx.x * 4 + threadIdx.x / 128;
  const unsigned thread_x_2 = threadIdx.x % 128;
  if (block_x_2 >= blocks) return;
  const unsigned block_x = block_x_2 / 2;
  const unsigned thread_x = block_x_2 % 2 * 128 + thread_x_2;
  for (int i = block_x * 256u + thread_x; i < n; i += (blocks / 2) * 256u) out[i] = in[i];
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
  copy<<<(3 * 2 + 3) / 4, 256 / 2 * 4>>>(in, out, 4000, 3 * 2);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
