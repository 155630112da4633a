// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__global__ void weigh(const float* in, const float* weights, float* out, int n) {
  __shared__ float table[16], own[4][32];
  if (threadIdx.x < 16) table[threadIdx.x] = weights[threadIdx.x] * 0.5f;
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    int i = block_x * 32 + threadIdx.x;
    own[m][threadIdx.x] = i < n ? in[i] : 0;
  }
  __syncthreads();
  float sum[4] = {};
  for (int k = 0; k < 16; ++k) {
    const float table_k = table[k];
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      sum[m] += own[m][(threadIdx.x + k) % 32] * table_k;
    }
  }
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    int i = block_x * 32 + threadIdx.x;
    if (i < n) out[i] = sum[m];
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
  int blocks = (n + 31) / 32;
  weigh<<<blocks / 4, 32>>>(in, in + 7, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
