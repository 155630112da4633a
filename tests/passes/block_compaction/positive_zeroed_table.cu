// SET: c_factor=2 dimension=x
#include <cstdio>

__global__ void sums(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  float sum[2][3] = {};
  for (int i = 0, at = blockIdx.x * 32; i < rounds; ++i, at += 32) {
    s[threadIdx.x] = in[at + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 3; ++k) {
      sum[0][k] += s[31 - threadIdx.x] * in[k];
      sum[1][k] += s[threadIdx.x ^ 1];
    }
    __syncthreads();
  }
  out[blockIdx.x * 32 + threadIdx.x] = sum[0][0] + sum[1][1] + sum[0][2];
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
  sums<<<3, 32>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(at);
  return 0;
}
