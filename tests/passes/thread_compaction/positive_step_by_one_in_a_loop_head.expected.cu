// SET: c_factor=2 dimension=x
#include <cstdio>

// The step of one variable ends where the text of another begins.
__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  float sum[2] = {};
  int own[2];
  int other[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int lane = threadIdx.x + m * blockDim.x;
    own[m] = lane;
    other[m] = lane;
  }
  for (int i = 0; i < rounds; ++i) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const int lane = threadIdx.x + m * blockDim.x;
      s[lane] = in[own[m]] + in[other[m] + i];
    }
    __syncthreads();
    const float in_i = in[i];
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const int lane = threadIdx.x + m * blockDim.x;
      sum[m] += s[31 - lane] * in_i;
    }
    __syncthreads();
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      ++own[m];
      ++other[m];
    }
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
  int* at = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  cudaMallocManaged(&at, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = (float)number(i + 7);
    at[i] = (i * 13 + 5) % 96;
  }
  sums<<<3, 32 / 2>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(at);
  return 0;
}
