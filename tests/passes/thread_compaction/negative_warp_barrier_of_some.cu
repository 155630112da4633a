// REFUSES: exchanges values where some threads of a warp may not be
#include <cstdio>

__global__ void kernel(const float* in, float* out) {
  int i = threadIdx.x;
  out[i] = in[i] * 2.0f;
  if (i % 32 < 31) {
    __syncwarp(0xffffffffu);
    out[i] += 1.0f;
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
  kernel<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
