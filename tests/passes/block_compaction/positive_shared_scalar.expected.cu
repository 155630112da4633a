// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

struct Sum {
  float value;
  int count;
};

__global__ void first(const float* in, float* out) {
  __shared__ Sum sum[4];
  __shared__ float bias;
  if (threadIdx.x == 0) {
    bias = in[0];
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      const unsigned block_x = blockIdx.x + m * gridDim.x;
      sum[m].value = in[block_x];
      sum[m].count = block_x;
    }
  }
  __syncthreads();
  const float bias_value = bias;
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    out[block_x * 32 + threadIdx.x] = sum[m].value * threadIdx.x + sum[m].count + bias_value;
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
  first<<<4 / 4, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
