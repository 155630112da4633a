// SET: c_factor=2
#include <cstdio>

// A warp has a row: it leaves as a whole.
__global__ void kernel(const float* in, float* out, int rows, unsigned grid_x) {
  __shared__ float largest[2][4];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    int warp = threadIdx.x / warpSize;
    int lane = threadIdx.x % warpSize;
    int row = block_x * 4 + warp;
    const float* x = in + row * 24;
    if (row >= rows) continue;
    float sum = 0;
    for (int i = lane; i < 24; i += warpSize) sum += x[i];
    for (int step = warpSize / 2; step > 0; step >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, step);
    if (lane == 0) largest[m][warp] = sum;
    out[row * 32 + lane] = sum;
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 512;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  kernel<<<(5 + 1) / 2, 128>>>(in, out, 15, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
