// SET: c_factor=2 dimension=x
#include <cstdio>

// The first value of one variable is that of another, which is an array then.
__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  float sum[2] = {};
  int own[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int lane = threadIdx.x + m * blockDim.x;
    own[m] = lane;
  }
  for (int i = 0; i < rounds; ++i) {
    int at[2];
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      at[m] = own[m];
    }
    for (int j = 0; j < 2; ++j) {
      #pragma unroll
      for (int m = 0; m < 2; ++m) {
        const int lane = threadIdx.x + m * blockDim.x;
        s[lane] = in[at[m]];
      }
      __syncthreads();
      const float in_j = in[j];
      #pragma unroll
      for (int m = 0; m < 2; ++m) {
        const int lane = threadIdx.x + m * blockDim.x;
        sum[m] += s[31 - lane] * in_j;
      }
      __syncthreads();
      #pragma unroll
      for (int m = 0; m < 2; ++m) {
        at[m] += 5;
      }
    }
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      sum[m] += own[m];
      own[m] += 2;
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
