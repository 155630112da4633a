// SET: threads=128
#include <cstdio>

__global__ void rows(const float* in, float* out, unsigned blocks) {
  const unsigned block_x = blockIdx.x * 128 + threadIdx.x / 1;
  if (block_x >= blocks) return;
  float most = in[block_x * 16];
  for (int k = 1; k < 16; ++k) most = in[block_x * 16 + k] > most ? in[block_x * 16 + k] : most;
  out[block_x] = most;
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
  rows<<<(200 + 127) / 128, 1 * 128>>>(in, out, 200);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
