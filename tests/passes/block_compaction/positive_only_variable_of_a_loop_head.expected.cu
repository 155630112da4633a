// SET: c_factor=2 dimension=x
#include <cstdio>

__global__ void rounds(const float* in, float* out, int width, unsigned grid_x) {
  __shared__ float s[2][32];
  int round = 0;
  float sum[2] = {};
  unsigned at[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = min(blockIdx.x + m * gridDim.x, grid_x - 1);  // past the end: the last one again
    at[m] = 32 * block_x;
  }
  for (; round < 3; ++round) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      s[m][threadIdx.x] = in[at[m] + threadIdx.x];
    }
    __syncthreads();
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      sum[m] += s[m][31 - threadIdx.x];
    }
    __syncthreads();
    if (in[round] > 1000.0f) break;
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      at[m] += width;
    }
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    out[32 * block_x + threadIdx.x] = sum[m] + round;
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1024;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  rounds<<<(5 + 1) / 2, 32>>>(in, out, 160, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
