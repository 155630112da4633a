// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void mirror(const float* in, float* out) {
  // The whole block.
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float s[32];
  float own[4];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    own[m] = in[blockIdx.x * 32 + thread_x];
    s[thread_x] = own[m];
  }
  cg::sync(cta);
  float other[4];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    other[m] = s[31 - thread_x];
  }
  cta.sync();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    s[thread_x] = own[m] * other[m];
  }
  cg::sync(cta);
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    out[blockIdx.x * 32 + thread_x] = s[(thread_x + 1) % 32];
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
  mirror<<<4, 32 / 4>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
