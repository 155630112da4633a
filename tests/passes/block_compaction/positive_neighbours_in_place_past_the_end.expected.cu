// SET: c_factor=4 dimension=x assignment=blocked
#include <cstdio>

// A block past the end does what the last one does, which is the same block's: it loads what the same thread stores
// later. What was stored in global memory says nowhere where to load or how often. The condition stays where a round's
// number was loaded, and where shared memory is used that was set behind a condition.
__global__ void scan(float* out, const int* rounds, unsigned grid_x) {
  __shared__ float s[4][32];
  __shared__ float t[4][32];
  __shared__ float u[4][32];
  __shared__ float v[4][32];
  const int x = threadIdx.x;
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_x = min(blockIdx.x * 4 + m, grid_x - 1);  // past the end: the last one again
    const int i = block_x * 32 + x;
    s[m][x] = out[i];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    t[m][x] = s[m][31 - x] * 0.5f;
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_x = blockIdx.x * 4 + m;
    if (block_x >= grid_x) continue;
    const int i = block_x * 32 + x;
    out[i] = t[m][x] + s[m][x];
    u[m][x] = s[m][x] + 1;
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_x = min(blockIdx.x * 4 + m, grid_x - 1);  // past the end: the last one again
    const int i = block_x * 32 + x;
    s[m][x] = out[i ^ 1];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_x = blockIdx.x * 4 + m;
    if (block_x >= grid_x) continue;
    v[m][x] = s[m][x] * u[m][31 - x];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_x = blockIdx.x * 4 + m;
    if (block_x >= grid_x) continue;
    const int i = block_x * 32 + x;
    float sum = 0;
    for (int k = 0; k < rounds[block_x]; ++k) sum += s[m][(x + k) % 32];
    out[i] = sum + t[m][x ^ 1] + v[m][31 - x];
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int blocks = 6, n = blocks * 32;
  float* out = nullptr;
  int* rounds = nullptr;
  cudaMallocManaged(&out, n * sizeof(float));
  cudaMallocManaged(&rounds, blocks * sizeof(int));
  for (int i = 0; i < n; ++i) out[i] = number(i);
  for (int i = 0; i < blocks; ++i) rounds[i] = 3 + i % 4;
  scan<<<(blocks + 3) / 4, 32>>>(out, rounds, blocks);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(out);
  cudaFree(rounds);
  return 0;
}
