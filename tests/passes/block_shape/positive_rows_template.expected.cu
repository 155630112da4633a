// SET: threads=128
#include <cstdio>

template <typename T, int N>
__global__ void backwards(const float* in, float* out, unsigned blocks) {
  const unsigned row = threadIdx.x / 16;
  const unsigned row_lanes = 0xffffu << (row % 2 * 16);
  const unsigned block_x = blockIdx.x * 8 + row;
  const unsigned thread_x = threadIdx.x % 16;
  if (block_x >= blocks) return;
  __shared__ T kept_rows[8][N];
  auto &kept = kept_rows[row];
  kept[thread_x] = (T)in[block_x * N + thread_x];
  __syncwarp(row_lanes);
  out[block_x * N + thread_x] = (float)kept[N - 1 - thread_x];
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
  backwards<float, 16><<<(31 + 7) / 8, 16 * 8>>>(in, out, 31);
  backwards<int, 16><<<(9 + 7) / 8, 16 * 8>>>(in + 1024, out + 1024, 9);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
