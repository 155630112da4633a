// SET: c_factor=4 dimension=y
#include <cstdio>

// Rows are half a warp: four rows that become one are two warps.
__global__ void kernel(const float* in, float* out) {
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_y = threadIdx.y + m * blockDim.y;
    int i = thread_y * 16 + threadIdx.x;
    float v = in[i];
    v += __shfl_xor_sync(0xffffffffu, v, 16);
    out[i] = v;
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
  kernel<<<1, dim3(16, 16 / 4)>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
