// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

// Blocks beyond the end leave before the barrier, and so do threads of the last one.
__global__ void edge(const float* in, float* out, int n) {
  __shared__ float s[32];
  int i = blockIdx.x * 32 + threadIdx.x;
  if (blockIdx.x * 32 >= n) return;
  s[threadIdx.x] = i < n ? in[i] : 1;
  __syncthreads();
  if (i >= n) return;
  out[i] = s[31 - threadIdx.x];
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
  int blocks = n / 32 + 2;
  edge<<<blocks, 32>>>(in, out, 90);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
