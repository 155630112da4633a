// SET: threads=64
#include <cstdio>

// Eight rows have less than 48 KiB, sixteen have more.
__global__ void wide(const float* in, float* out, unsigned blocks) {
  const unsigned row = threadIdx.x / 8;
  const unsigned row_lanes = 0xffu << (row % 4 * 8);
  const unsigned block_x = blockIdx.x * 8 + row;
  const unsigned thread_x = threadIdx.x % 8;
  if (block_x >= blocks) return;
  __shared__ float kept_rows[8][1024];
  auto &kept = kept_rows[row];
  for (int k = thread_x; k < 1024; k += 8) kept[k] = in[(block_x + k) % 4096];
  __syncwarp(row_lanes);
  out[block_x * 8 + thread_x] = kept[(thread_x * 111 + 5) % 1024];
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
  wide<<<(50 + 7) / 8, 8 * 8>>>(in, out, 50);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
