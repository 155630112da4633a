// REFUSES: returns for some threads of a warp alone
#include <cstdio>

__device__ float neighbour(float v) {
  if (v < 0) return 0;
  return __shfl_down_sync(0xffffffff, v, 1);
}

__global__ void kernel(const float* in, float* out) {
  float v = in[blockIdx.x * 32 + threadIdx.x];
  out[blockIdx.x * 32 + threadIdx.x] = neighbour(v);
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
  kernel<<<4, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
