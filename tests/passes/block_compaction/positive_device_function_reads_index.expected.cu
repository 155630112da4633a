// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ int me_at(unsigned block_x) { return block_x * blockDim.x + threadIdx.x; }
__device__ int all(void) { return gridDim.x * blockDim.x; }

__device__ int all_at(unsigned grid_x) { return grid_x * blockDim.x; }
__device__ bool inside(int n) { return me() < n && me() < all(); }

__device__ bool inside_at(unsigned block_x, unsigned grid_x, int n) { return me_at(block_x) < n && me_at(block_x) < all_at(grid_x); }

__global__ void kernel(const float* in, float* out, int n, unsigned grid_x) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    if (inside_at(block_x, grid_x, n)) out[me_at(block_x)] = in[me_at(block_x)] + all_at(grid_x);
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 128;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  int blocks = (n + 31) / 32 - 1;
  kernel<<<(blocks + 1) / 2, 32>>>(in, out, 90, blocks);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
