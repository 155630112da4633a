// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__global__ void scaled(const float* in, float* out, int n, float by) {
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = blockIdx.x * (blockDim.x * 4) + thread_x;  // the element
    if (i >= n) continue;

    // scaled and moved
    float value = in[i] * by;
    out[i] = value + 1;
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
  scaled<<<2, 64 / 4>>>(in, out, n, 0.5f);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
