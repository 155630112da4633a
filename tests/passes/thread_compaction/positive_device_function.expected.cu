// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__device__ float blend(float a, float b) { return a * 0.75f + b * 0.25f; }

__device__ void keep(float* where, float value) { *where = value; }

__global__ void mixed(const float* in, float* out) {
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    float low = fminf(in[t], in[63 - t]), high = fmaxf(in[t], in[63 - t]);
    keep(&out[t], blend(low, high));
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 64;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  mixed<<<1, 64 / 4>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
