// SET: c_factor=2 dimension=x
#include <cstdio>

// Lanes hand each other values in memory, and wait for each other alone.
__device__ float turned(float* mine, int lane, float v) {
  mine[lane] = v;
  __syncwarp();
  const float other = mine[lane ^ 5];
  __syncwarp(0xffffffffu);
  return other;
}

__global__ void kernel(const float* in, float* out) {
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = blockIdx.x * 128 + thread_x;
    float* mine = out + i / 32 * 32;
    float v = in[i];
    float sum = v + turned(mine, i % 32, v * 2.0f);
    if (thread_x / 32 != 1) {
      out[i] = sum;
      __syncwarp();
      sum += out[i ^ 1];
      __syncwarp();
    }
    out[i] = sum;
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
  kernel<<<4, 128 / 2>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
