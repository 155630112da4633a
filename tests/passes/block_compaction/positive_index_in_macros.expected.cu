// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

#define FIRST (blockIdx.x * blockDim.x)
#define STRIDE (gridDim.x * blockDim.x)

__global__ void strided(const float* in, float* out, int n) {
  const ::dim3 gridDim(::gridDim.x * 2, ::gridDim.y, ::gridDim.z);
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const ::uint3 blockIdx = {::blockIdx.x + m * ::gridDim.x, ::blockIdx.y, ::blockIdx.z};
    for (int i = FIRST + threadIdx.x; i < n; i += STRIDE) out[i] = in[i] * 3;
  }
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
  strided<<<2 / 2, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
