// SET: threads=128
#include <cstdio>

__global__ void own(const float* in, float* out, int n, unsigned blocks) {
  const unsigned row = threadIdx.x / 8;
  const unsigned block_x = blockIdx.x * 16 + row;
  const unsigned thread_x = threadIdx.x % 8;
  if (block_x >= blocks) return;
  __shared__ float kept_rows[16][8][3];
  auto &kept = kept_rows[row];
  for (int k = 0; k < 3; ++k) kept[thread_x][k] = in[(block_x * 8 + thread_x + k) % n];
  out[block_x * 8 + thread_x] = kept[thread_x][n % 3];
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
  own<<<(100 + 15) / 16, 8 * 16>>>(in, out, 1000, 100);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
