// REFUSES: exchanges values where some threads of a warp may not be
#include <cstdio>

__device__ void place(int* p) { *p = threadIdx.x % 2; }

// What `far` is, a function has changed.
__global__ void kernel(const float* in, float* out) {
  int far[2] = {0, 0};
  place(&far[0]);
  float v = in[blockIdx.x * 32 + threadIdx.x];
  if (far[0] == 0) v += __shfl_down_sync(0x55555555, v, 2);
  out[blockIdx.x * 32 + threadIdx.x] = v;
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
