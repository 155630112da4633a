// SET: c_factor=2 dimension=x
#include <cstdio>

// Threads 64 apart become one: both warps that it is of stay whole.
__device__ float sumOfWarp(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  return v;
}

__global__ void kernel(const float* in, float* out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  float v = in[i];
  float sum = sumOfWarp(v);
  if (threadIdx.x / 32 == 1) sum += __shfl_xor_sync(0xffffffffu, v, 3);
  bool any = __any_sync(0xffffffffu, v > 8.0f);
  out[i] = any ? sum : v;
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
  kernel<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
