// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__global__ void count(const int* in, int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  int v = 40 + in[blockIdx.x * 32 + threadIdx.x];
  if (v % 8 == threadIdx.x % 8) atomicAdd(&out[8 + v % 8], 1);
  if (threadIdx.x < 8) bins[threadIdx.x] = v;
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(out + threadIdx.x, bins[7 - threadIdx.x]);
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 128;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (int)number(i);
    out[i] = 0;
  }
  count<<<4, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
