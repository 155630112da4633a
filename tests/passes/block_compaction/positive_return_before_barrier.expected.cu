// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

// Blocks beyond the end leave before the barrier, and so do threads of the last one.
__global__ void edge(const float* in, float* out, int n, unsigned grid_x) {
  __shared__ float s[4][32];
  unsigned live = (1u << 4) - 1u;
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) { live &= ~(1u << m); continue; }
    int i = block_x * 32 + threadIdx.x;
    if (block_x * 32 >= n) { live &= ~(1u << m); continue; }
    s[m][threadIdx.x] = i < n ? in[i] : 1;
  }
  if (!live) return;
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    if (!(live >> m & 1u)) continue;
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    int i = block_x * 32 + threadIdx.x;
    if (i >= n) continue;
    out[i] = s[m][31 - threadIdx.x];
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 100;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  int blocks = n / 32 + 2;
  edge<<<(blocks + 3) / 4, 32>>>(in, out, 90, blocks);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
