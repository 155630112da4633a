// SET: c_factor=2 dimension=x
#include <cstdio>

// A division by what was loaded may not be done for a block that is not there, nor what needs it.
__global__ void quotients(const float* in, const int* at, float* out, unsigned grid_x) {
  __shared__ int s[32];
  int divisor[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = min(blockIdx.x + m * gridDim.x, grid_x - 1);  // past the end: the last one again
    divisor[m] = at[block_x * 32 + threadIdx.x] | 1;
  }
  __syncthreads();
  s[threadIdx.x] = threadIdx.x;
  int quotient[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    quotient[m] = 1000 / divisor[m];
  }
  __syncthreads();
  const int s_31_threadIdx_x = s[31 - threadIdx.x];
  int left[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    left[m] = quotient[m] + s_31_threadIdx_x;
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    out[block_x * 32 + threadIdx.x] = in[block_x] + left[m];
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
  quotients<<<(3 + 1) / 2, 32>>>(in, at, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(at);
  return 0;
}
