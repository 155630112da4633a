// SET: c_factor=2 dimension=x
#include <cstdio>

// Sums that nobody stores may be made for a block that is not there.
__global__ void sums(const float* in, float* out, int rounds, unsigned grid_x) {
  __shared__ float s[2][32];
  float sum[2] = {};
  for (int i = 0; i < rounds; ++i) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned block_x = min(blockIdx.x + m * gridDim.x, grid_x - 1);  // past the end: the last one again
      s[m][threadIdx.x] = in[(block_x * 32 + threadIdx.x) * rounds + i];
    }
    __syncthreads();
    const float in_i = in[i];
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      sum[m] += s[m][31 - threadIdx.x] * in_i;
    }
    __syncthreads();
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    out[block_x * 32 + threadIdx.x] = sum[m];
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1024;
  float* in = nullptr;
  float* out = nullptr;
  int* at = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  cudaMallocManaged(&at, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = (float)number(i + 7);
    at[i] = (i * 13 + 5) % 96;
  }
  sums<<<(3 + 1) / 2, 32>>>(in, out, 4, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(at);
  return 0;
}
