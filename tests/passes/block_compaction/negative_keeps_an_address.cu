// REFUSES: takes the address of `four`
#include <cstdio>

__global__ void kernel(const float4* in, float* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  float4 four = in[i];
  const float* one = reinterpret_cast<const float*>(&four);
  out[i] = one[0] + one[3];
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
  kernel<<<4, 32>>>((const float4*)in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
