// SET: threads=128
#include <cstdio>

__global__ void walk(const float* in, float* out, int steps, unsigned blocks) {
  const unsigned block_x = blockIdx.x * 4 + threadIdx.x / 32;
  const unsigned thread_x = threadIdx.x % 32;
  if (block_x >= blocks) return;
  for (int s = 0; s < steps; ++s) {
    if (in[s * 32 + thread_x] > out[block_x]) out[1024 + block_x * 32 + thread_x] = s + 1;
    __syncwarp();
    if (thread_x == 0) out[block_x] += out[1024 + block_x * 32 + s];
    __syncwarp();
  }
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
  walk<<<(26 + 3) / 4, 32 * 4>>>(in, out, 20, 26);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
