// SET: c_factor=2 dimension=x
#include <cstdio>

// What stays in the head keeps its value in the body, too, where `own` is computed again.
__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  float sum[2] = {};
  for (int i = 0, step = 1; i < rounds; i += step, step *= 2) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const int lane = threadIdx.x + m * blockDim.x;
      int own = lane;
      s[lane] = in[own + i];
    }
    __syncthreads();
    const float in_i = in[i];
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const int lane = threadIdx.x + m * blockDim.x;
      sum[m] += s[31 - lane] * in_i;
    }
    __syncthreads();
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int lane = threadIdx.x + m * blockDim.x;
    out[blockIdx.x * 32 + lane] = sum[m];
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1024;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  sums<<<3, 32 / 2>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
