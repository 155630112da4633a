// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

#define HERE (threadIdx.x + 1)

__global__ void kernel(const float* in, float* out) {
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const ::uint3 threadIdx = {::threadIdx.x + m * blockDim.x, ::threadIdx.y, ::threadIdx.z};
    out[HERE] = in[HERE];
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
  kernel<<<1, 64 / 4>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
