// SET: threads=128
#include <cstdio>

// What the first thread reads at once is more aligned than what is declared.
__global__ void sums(const float* in, float* out, unsigned blocks) {
  const unsigned row = threadIdx.x / 8;
  const unsigned row_lanes = 0xffu << (row % 4 * 8);
  const unsigned block_x = blockIdx.x * 16 + row;
  const unsigned thread_x = threadIdx.x % 8;
  if (block_x >= blocks) return;
  __align__(16) __shared__ float partial_rows[16][8];
  auto &partial = partial_rows[row];
  float sum = in[block_x * 8 + thread_x];
  partial[thread_x] = sum;
  __syncwarp(row_lanes);
  if (thread_x == 0) {
    float4 low = *(float4*)&partial[0];
    float4 high = *(float4*)&partial[4];
    out[block_x] = low.x + low.y + low.z + low.w + high.x + high.y + high.z + high.w;
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
  sums<<<(101 + 15) / 16, 8 * 16>>>(in, out, 101);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
