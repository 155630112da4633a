// SET: c_factor=2 dimension=x
#include <cstdio>

// One pointer leads to what the kernel stores, the other to what it only loads.
__global__ void added(const float* in, float* out, unsigned grid_x) {
  __shared__ float s[2][32], t[2][32];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    const float* own = out + block_x * 32;
    s[m][threadIdx.x] = own[threadIdx.x];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = min(blockIdx.x + m * gridDim.x, grid_x - 1);  // past the end: the last one again
    const float* row = &in[block_x * 32];
    t[m][threadIdx.x] = row[threadIdx.x];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    out[block_x * 32 + threadIdx.x] = s[m][31 - threadIdx.x] + t[m][31 - threadIdx.x];
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
  added<<<(3 + 1) / 2, 32>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g %g\n", i, (double)in[i], (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(at);
  return 0;
}
