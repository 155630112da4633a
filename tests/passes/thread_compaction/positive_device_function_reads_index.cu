// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

// Where a thread works.
__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ float scaled(const float* in, int shift) {
  return in[me() + shift] * (threadIdx.x % 3);
}

__device__ int all() { return gridDim.x * blockDim.x; }

__global__ void kernel(const float* in, float* out) {
  int i = me();  // of this thread
  if (i + 1 < all()) out[i] = scaled(in, 1) + scaled(in, 0);
}

__global__ void other(const float* in, float* out) {
  if (me() == 0) out[all() - 1] = in[0];
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
  kernel<<<2, 64>>>(in, out);
  other<<<128, 1>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
