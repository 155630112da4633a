// SET: c_factor=4 dimension=x assignment=blocked
#include <cstdio>

__global__ void shifted(const float* in, float* out, int n) {
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_x = threadIdx.x * 4 + m;
    const int i = blockIdx.x * (blockDim.x * 4) + thread_x;
    if (i < n) {
      out[i] = in[(i + 1) % n];
    }
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 100;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  shifted<<<2, 64 / 4>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
