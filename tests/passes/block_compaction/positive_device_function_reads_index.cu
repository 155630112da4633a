// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int all(void) { return gridDim.x * blockDim.x; }
__device__ bool inside(int n) { return me() < n && me() < all(); }

__global__ void kernel(const float* in, float* out, int n) {
  if (inside(n)) out[me()] = in[me()] + all();
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
  kernel<<<blocks, 32>>>(in, out, 90);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
