// SET: c_factor=2 dimension=y assignment=interleaved
#include <cstdio>

__global__ void branch(const float* in, float* out, int n) {
  __shared__ float s[32];
  if (blockIdx.x > 0) {
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const float s_31_threadIdx_x = s[31 - threadIdx.x];
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned block_y = blockIdx.y + m * gridDim.y;
      out[(block_y * 2 + blockIdx.x) * 32 + threadIdx.x] = s_31_threadIdx_x + block_y;
    }
  } else {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned block_y = blockIdx.y + m * gridDim.y;
      out[block_y * 64 + threadIdx.x] = in[block_y];
    }
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
  branch<<<dim3(2, 2 / 2), 32>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
