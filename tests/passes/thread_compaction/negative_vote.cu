// REFUSES: threads of a warp, which exchange values, would be merged
#include <cstdio>

__global__ void kernel(const float* in, float* out) {
  int i = threadIdx.y * 32 + threadIdx.x;
  out[i] = __any_sync(0xffffffffu, in[i] > 0) ? 1.0f : 0.0f;
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
  kernel<<<1, dim3(32, 1)>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
