// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void add(const float* in, float* out, int n, unsigned grid_x) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    if (block_x >= grid_x) continue;
    int i = block_x * 16 + threadIdx.x;
    if (i < n && i < grid_x * 16) out[i] += in[i];
  }
}

static void twice(const float* in, float* out, dim3 grid) {
  add<<<dim3((grid.x + 1) / 2, grid.y, grid.z), 16>>>(in, out, 64, grid.x);
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
  add<<<(8 + 1) / 2, 16>>>(in, out, n, 8);
  add<<<dim3((3 + 1) / 2, 1), 16>>>(in, out, n, 3);
  twice(in, out, dim3(2));
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
