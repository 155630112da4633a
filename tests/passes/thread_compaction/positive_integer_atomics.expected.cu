// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void histogram(const int* in, int* out, int n) {
  __shared__ int bins[16];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    if (t < 16) bins[t] = 0;
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    for (int i = t; i < n; i += (blockDim.x * 2)) atomicAdd(&bins[in[i] & 15], 1);
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    if (t < 16) atomicAdd(&out[t], bins[t]);
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 200;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (int)number(i);
    out[i] = 0;
  }
  histogram<<<1, 64 / 2>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
