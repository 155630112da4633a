// SET: c_factor=2 dimension=x
#include <cstdio>

namespace odd {
__device__ unsigned min(unsigned a, unsigned short b) { return a + b; }
}  // namespace odd
using odd::min;

// The program says what `min` is: no call of it is written.
__global__ void reversed(const float* from, float* to, unsigned grid_x) {
  __shared__ float s[2][32];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    s[m][threadIdx.x] = from[block_x * 32 + threadIdx.x];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    to[block_x * 32 + threadIdx.x] = s[m][31 - threadIdx.x];
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
    at[i] = (i * 13 + 5) % 96 + 1;
  }
  reversed<<<(3 + 1) / 2, 32>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g %g\n", i, (double)in[i], (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(at);
  return 0;
}
