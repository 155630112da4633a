// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__global__ void weigh(const float* in, const float* weights, float* out, int n) {
  __shared__ float table[16], own[32];
  if (threadIdx.x < 16) table[threadIdx.x] = weights[threadIdx.x] * 0.5f;
  int i = blockIdx.x * 32 + threadIdx.x;
  own[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k) {
    sum += own[(threadIdx.x + k) % 32] * table[k];
  }
  if (i < n) out[i] = sum;
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
  weigh<<<blocks, 32>>>(in, in + 7, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
