// SET: threads=32
// SET: threads=256
#include <cstdio>

template <typename T>
__global__ void copy(const T* in, T* out, unsigned blocks) {
  const unsigned block_x_2 = blockIdx.x * 8 + threadIdx.x / 32;
  const unsigned thread_x_2 = threadIdx.x % 32;
  if (block_x_2 >= blocks) return;
  const unsigned block_x = block_x_2 / 4;
  const unsigned thread_x = block_x_2 % 4 * 32 + thread_x_2;
  out[block_x * 128u + thread_x] = in[block_x * 128u + thread_x];
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
  copy<<<(8 * 4 + 7) / 8, 128 / 4 * 8>>>(in, out, 8 * 4);
  copy<<<(8 * 4 + 7) / 8, 128 / 4 * 8>>>(count, count + 2048, 8 * 4);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
