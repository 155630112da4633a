// SET: c_factor=2 dimension=x assignment=interleaved
// A store with a cache operator writes what its pointer points to, and no more.
#include <cstdio>

__global__ void scale(const float* in, float* out, int n) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = blockIdx.x * (blockDim.x * 2) + thread_x;
    if (i < n) {
      __stcs(out + i, __ldcs(in + i) * 2.0f);
    }
  }
}

int main() {
  const int n = 100;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) in[i] = (float)(i * 37 % 101);
  scale<<<(n + 31) / 32, 32 / 2>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
